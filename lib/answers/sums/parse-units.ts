import { add, isWhole, type Rational, rational, toNumber } from '../reading/numbers/rational.ts';
import { unitsNamed } from '../reading/units/units.ts';
import { Refused } from './refused.ts';
import type { Token } from './token.ts';
import { isNoise, numberNode, TokenCursor } from './token-cursor.ts';
import { binding, type Tree } from './tree.ts';

/** The unit of a bare number after these units: 6 foot 4, 1h30. */
const NEXT_SMALLER: Readonly<Record<string, string>> = { ft: 'in', lb: 'oz', st: 'lb', h: 'min', "'": '"', '°': "'" };

/** Parses numbers with the units and constants next to them, which bind most tightly: 3m/4m. */
export abstract class UnitParser extends TokenCursor {
  abstract expression(least: number): Tree;
  protected abstract argument(): Tree;

  protected number(token: Token & { number: Rational }): Tree {
    this.at++;
    const { number: value, text } = token;
    // 4th root of 16, 2 to the 10th power
    if (token.ordinal && this.token?.fn === 'sqrt') {
      this.at++;
      return this.made({ is: 'call', fn: 'root', args: [numberNode(value, text), this.argument()] });
    }
    if (token.ordinal && this.token?.operator === '^') {
      this.at++;
      // 4th power of 2
      if (isNoise(this.token))
        return this.made({ is: 'binary', operator: '^', left: this.argument(), right: numberNode(value, text) });
    }
    return this.made(this.mixed(value, text) ?? this.fraction(value, text) ?? numberNode(value, text));
  }

  /** Parses a mixed number: 1 2/3. */
  private mixed(whole: Rational, text: string): Tree | null {
    const above = this.token;
    if (!above?.number) return null;
    const [sign, below] = this.tokens.slice(this.at + 1, this.at + 3);
    if (above.glued || above.sign || sign?.sign !== '/' || !below?.number || below.sign) return null;
    const [n, d] = [above.number, below.number];
    if (!isWhole(whole) || !isWhole(n) || !isWhole(d) || n.n >= d.n) return null;
    this.at += 3;
    return numberNode(add(whole, rational(n.n, d.n)), `${text} ${above.text}/${below.text}`);
  }

  /** The 1/2 in `1/2 byte` is one number, because the unit applies to the whole fraction. */
  private fraction(above: Rational, text: string): Tree | null {
    if (this.token?.sign !== '/') return null;
    const [below, after] = this.tokens.slice(this.at + 1, this.at + 3);
    if (!below?.number || below.sign || this.tokens[this.at - 2]?.sign === '/') return null;
    if (!after?.units && after?.constant !== 'pi' && after?.operator !== 'of') return null;
    this.at += 2;
    return numberNode(rational(above.n * below.number.d, above.d * below.number.n), `${text}/${below.text}`);
  }

  /** A number with its units, and further parts if there are any: 5 ft 7 in. */
  protected withUnits(left: Tree): Tree {
    const first = this.units(left);
    if (first === left || left.is !== 'number') return first;
    const parts = [first];
    for (let part = this.nextPart(first); part; part = this.nextPart(part)) parts.push(part);
    return parts.length === 1 ? first : this.made({ is: 'compound', parts });
  }

  private nextPart(before: Tree): Tree | null {
    const start = this.at;
    if (this.token?.operator === 'and' || this.token?.sign === ',') this.at++;
    const { token } = this;
    if (!token?.number || token.sign) {
      this.at = start;
      return null;
    }
    const number = this.number({ ...token, number: token.number });
    const part = this.units(number);
    // 4'33" is a piece of music.
    if (
      before.is === 'binary' &&
      before.right.is === 'unit' &&
      before.right.text === "'" &&
      toNumber(token.number) >= 12
    )
      throw new Refused('a foot has twelve inches');
    if (part !== number) return part;
    const smaller = NEXT_SMALLER[lastUnit(before)];
    if (!smaller || this.at - start !== 1) throw new Refused('a number too many');
    const unit: Tree = { is: 'unit', units: unitsNamed(smaller), text: smaller };
    return this.made({ is: 'binary', operator: '*', left: number, right: unit, tight: true });
  }

  private units(left: Tree): Tree {
    // 10 of yard
    if (left.is === 'number' && isNoise(this.token) && this.next?.units) this.at++;
    let product = left;
    for (;;) {
      // 100 MB/s is one unit; 1 TB / 100 MB/s is a quotient of two amounts.
      const over = product !== left && this.isUnitOver();
      if (over) this.at++;
      const { token } = this;
      if (!token || (!over && !this.belongs(token, product === left))) return product;
      this.at++;
      const unit = unitOrConstant(token);
      // `11 x 17 in cm` is not inches times centimetres.
      if (!over && isLength(unit) && product.is === 'binary' && isLength(product.right))
        throw new Refused('two lengths');
      const right = this.unitPower(unit);
      product = this.made({ is: 'binary', operator: over ? '/' : '*', left: product, right, tight: true });
    }
  }

  /** `km/h`, `miles per hour`: a unit directly after a slash or `per`. */
  private isUnitOver(): boolean {
    const { token, next } = this;
    if (!next?.units || next.sign || next.article) return false;
    return token?.operator === 'per' || (token?.sign === '/' && token.glued && next.glued);
  }

  /** A unit that may also be an operator, a connector or a function counts as a unit only next to a number. */
  private belongs(token: Token, first: boolean): boolean {
    if ((!token.units && !token.constant) || token.sign || token.article || this.isCall(token)) return false;
    const ambiguous = token.connector || (token.operator && first);
    if (ambiguous && this.startsOperand(this.at + 1)) return false;
    return !token.operator || first;
  }

  private unitPower(left: Tree): Tree {
    const { token } = this;
    const words = { squared: 2n, cubed: 3n }[left.is === 'unit' ? (token?.operator ?? '') : ''];
    let right: Tree;
    if (token?.sign === 'raised' && token.number) right = numberNode(token.number, token.text.slice(1));
    else if (words) right = numberNode(words);
    else if (token?.sign !== '^' && token?.operator !== '^') return left;
    else {
      this.at++;
      return this.made({ is: 'binary', operator: '^', left, right: this.expression(binding['^']), tight: true });
    }
    this.at++;
    return this.made({ is: 'binary', operator: '^', left, right, tight: true });
  }
}

function unitOrConstant({ units, constant, text }: Token): Tree {
  return units && constant !== 'e' ? { is: 'unit', units, text } : { is: 'constant', name: constant as string };
}

const isLength = (tree: Tree) => tree.is === 'unit' && tree.units[0]?.quantity === 'length';

function lastUnit(tree: Tree): string {
  return tree.is === 'binary' && tree.right.is === 'unit' ? (tree.right.units[0]?.label ?? '') : '';
}
