import { add, isWhole, type Rational, rational, toNumber } from '../reading/numbers/rational.ts';
import { unitsNamed } from '../reading/units/units.ts';
import { Calls } from './calls.ts';
import { isCounted, isNoise, numberNode } from './cursor.ts';
import { Refused } from './refused.ts';
import type { Token } from './tokens.ts';
import { binding, type Tree } from './tree.ts';

/** The unit of a bare number after these units: 6 foot 4, 1h30. */
const NEXT_SMALLER: Readonly<Record<string, string>> = { ft: 'in', lb: 'oz', st: 'lb', h: 'min', "'": '"', '°': "'" };

/** A product of a number and a unit or constant next to it. */
const besides = (left: Tree, right: Tree, operator: '*' | '/' | '^' = '*') =>
  ({ is: 'binary', operator, left, right, tight: true }) as const;

const isLength = (tree: Tree) => tree.is === 'unit' && tree.units[0]?.quantity === 'length';

/** Parses numbers, and numbers with units. */
export abstract class Amounts extends Calls {
  protected number({ text, ordinal }: Token, value: Rational): Tree {
    this.at++;
    const node = numberNode(value, text);
    const { fn, operator } = (ordinal && this.token) || {};
    if (fn === 'sqrt' || operator === '^') this.at++;
    // 4th root of 16, 4th power of 2; but 2 to the 10th power
    if (fn === 'sqrt') return { is: 'call', fn: 'root', args: [node, this.argument()] };
    if (operator === '^' && isNoise(this.token)) return { is: 'binary', operator, left: this.argument(), right: node };
    return this.fraction(value, text) ?? node;
  }

  /** A mixed number (1 2/3), or a fraction to which the next unit applies (1/2 byte). */
  private fraction(value: Rational, text: string): Tree | null {
    const [first, second, third] = this.tokens.slice(this.at, this.at + 3);
    if (isCounted(first) && !first.glued && second?.sign === '/' && isCounted(third)) {
      if (!isWhole(value) || first.number.n >= third.number.n) return null;
      this.at += 3;
      const share = rational(first.number.n, third.number.n);
      return numberNode(add(value, share), `${text} ${first.text}/${third.text}`);
    }
    if (first?.sign !== '/' || !second?.number || second.sign || this.tokens[this.at - 2]?.sign === '/') return null;
    const isExponent = first.glued && this.tokens[this.at - 2]?.operator === '^';
    if (!isExponent && !third?.units && third?.constant !== 'pi' && third?.operator !== 'of') return null;
    this.at += 2;
    return numberNode(rational(value.n * second.number.d, value.d * second.number.n), `${text}/${second.text}`);
  }

  /** A number with its units, which bind most tightly (3m/4m), and further parts if there are any: 5 ft 7 in. */
  protected withUnits(left: Tree): Tree {
    const first = this.units(left);
    if (first === left || left.is !== 'number') return first;
    const parts = [first];
    for (let part = this.nextPart(first); part; part = this.nextPart(part)) parts.push(part);
    return parts.length === 1 ? first : { is: 'compound', parts };
  }

  private nextPart(before: Tree): Tree | null {
    const skipped = Number(this.token?.operator === 'and' || this.token?.sign === ',');
    const token = this.tokens[this.at + skipped];
    if (!token?.number || token.sign) return null;
    this.at += skipped;
    const number = this.number(token, token.number);
    const part = this.units(number);
    const unit = before.is === 'binary' && before.right.is === 'unit' ? before.right : null;
    // 4'33" is a piece of music.
    if (unit?.text === "'" && toNumber(token.number) >= 12) throw new Refused('a foot has twelve inches');
    if (part !== number) return part;
    const smaller = NEXT_SMALLER[unit?.units[0]?.label ?? ''];
    if (!smaller || skipped) throw new Refused('a number too many');
    return besides(number, { is: 'unit', units: unitsNamed(smaller), text: smaller });
  }

  private units(left: Tree): Tree {
    let product = left;
    for (;;) {
      // 100 MB/s is one unit; 1 TB / 100 MB/s is a quotient of two amounts.
      const { sign, operator, glued } = this.token ?? {};
      const isQuotient = operator === 'per' || (sign === '/' && glued && this.next?.glued);
      const isOver = product !== left && isQuotient && this.next?.units && !this.next.sign && !this.next.article;
      if (isOver) this.at++;
      const { token } = this;
      if (!token || (!isOver && !this.belongs(token))) return product;
      this.at++;
      const { units, constant = '', text } = token;
      const unit: Tree = units && constant !== 'e' ? { is: 'unit', units, text } : { is: 'constant', name: constant };
      // `11 x 17 in cm` is not inches times centimetres.
      if (!isOver && isLength(unit) && product.is === 'binary' && isLength(product.right))
        throw new Refused('two lengths');
      product = besides(product, this.unitPower(unit), isOver ? '/' : '*');
    }
  }

  /** A unit that may also be an operator, a connector or a function counts as a unit only next to a number. */
  private belongs(token: Token): boolean {
    if ((!token.units && !token.constant) || token.sign || token.article || this.isCall(token)) return false;
    return !((token.connector || token.operator) && this.startsOperand(this.at + 1));
  }

  private unitPower(left: Tree): Tree {
    const { sign, operator, number, text } = this.token ?? {};
    if (sign !== 'raised' && sign !== '^' && operator !== '^') return left;
    this.at++;
    const isRaised = sign === 'raised' && number;
    return besides(left, isRaised ? numberNode(number, text?.slice(1)) : this.expression(binding['^']), '^');
  }
}
