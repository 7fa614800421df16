import { add, isWhole, type Rational, rational, toNumber } from '../reading/numbers/rational.ts';
import { unitsNamed } from '../reading/units/units.ts';
import { Refused } from './refused.ts';
import type { Token } from './token.ts';
import { besides, exponentOf, isNoise, numberNode, TokenCursor } from './token-cursor.ts';
import { binding, type Tree } from './tree.ts';

/** The unit of a bare number after these units: 6 foot 4, 1h30. */
const NEXT_SMALLER: Readonly<Record<string, string>> = { ft: 'in', lb: 'oz', st: 'lb', h: 'min', "'": '"', '°': "'" };

/** Parses numbers with the units and constants next to them, which bind most tightly: 3m/4m. */
export abstract class UnitParser extends TokenCursor {
  abstract expression(least: number): Tree;
  protected abstract argument(): Tree;

  protected number({ number: value, text, ordinal }: Token & { number: Rational }): Tree {
    this.at++;
    const node = () => numberNode(value, text);
    // 4th root of 16
    if (ordinal && this.token?.fn === 'sqrt') {
      this.at++;
      return { is: 'call', fn: 'root', args: [node(), this.argument()] };
    }
    // 2 to the 10th power, 4th power of 2
    if (ordinal && this.token?.operator === '^') {
      this.at++;
      if (isNoise(this.token)) return { is: 'binary', operator: '^', left: this.argument(), right: node() };
    }
    return this.mixed(value, text) ?? this.fraction(value, text) ?? node();
  }

  /** Parses a mixed number: 1 2/3. */
  private mixed(whole: Rational, text: string): Tree | null {
    const [above, stroke, below] = this.tokens.slice(this.at, this.at + 3);
    if (!isCounted(above) || above.glued || stroke?.sign !== '/' || !isCounted(below)) return null;
    if (!isWhole(whole) || above.number.n >= below.number.n) return null;
    this.at += 3;
    const share = rational(above.number.n, below.number.n);
    return numberNode(add(whole, share), `${text} ${above.text}/${below.text}`);
  }

  /** The 1/2 in `1/2 byte` is one number, because the unit applies to the whole fraction. */
  private fraction(above: Rational, text: string): Tree | null {
    const [stroke, below, after] = this.tokens.slice(this.at, this.at + 3);
    if (stroke?.sign !== '/' || !below?.number || below.sign || this.tokens[this.at - 2]?.sign === '/') return null;
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
    return parts.length === 1 ? first : { is: 'compound', parts };
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
    const unit = before.is === 'binary' && before.right.is === 'unit' ? before.right : null;
    // 4'33" is a piece of music.
    if (unit?.text === "'" && toNumber(token.number) >= 12) throw new Refused('a foot has twelve inches');
    if (part !== number) return part;
    const smaller = NEXT_SMALLER[unit?.units[0]?.label ?? ''];
    if (!smaller || this.at - start !== 1) throw new Refused('a number too many');
    return besides(number, { is: 'unit', units: unitsNamed(smaller), text: smaller });
  }

  private units(left: Tree): Tree {
    // 10 of yard
    if (left.is === 'number' && isNoise(this.token) && this.next?.units) this.at++;
    let product = left;
    for (;;) {
      // 100 MB/s is one unit; 1 TB / 100 MB/s is a quotient of two amounts.
      const isOver = product !== left && this.isUnitOver();
      if (isOver) this.at++;
      const { token } = this;
      if (!token || (!isOver && !this.belongs(token, product === left))) return product;
      this.at++;
      const unit = unitOrConstant(token);
      // `11 x 17 in cm` is not inches times centimetres.
      if (!isOver && isLength(unit) && product.is === 'binary' && isLength(product.right))
        throw new Refused('two lengths');
      product = besides(product, this.unitPower(unit), isOver ? '/' : '*');
    }
  }

  /** `km/h`, `miles per hour`: a unit directly after a slash or `per`. */
  private isUnitOver(): boolean {
    const { token, next } = this;
    if (!next?.units || next.sign || next.article) return false;
    return token?.operator === 'per' || (token?.sign === '/' && token.glued && next.glued);
  }

  /** A unit that may also be an operator, a connector or a function counts as a unit only next to a number. */
  private belongs(token: Token, isFirst: boolean): boolean {
    if ((!token.units && !token.constant) || token.sign || token.article || this.isCall(token)) return false;
    const isAmbiguous = token.connector || (token.operator && isFirst);
    return !(isAmbiguous && this.startsOperand(this.at + 1)) && (!token.operator || isFirst);
  }

  private unitPower(left: Tree): Tree {
    const { token } = this;
    const exponent = left.is === 'unit' ? exponentOf(token) : undefined;
    const isRaised = token?.sign === 'raised' && token.number;
    if (!isRaised && !exponent && token?.sign !== '^' && token?.operator !== '^') return left;
    this.at++;
    const written = () => (exponent ? numberNode(exponent) : this.expression(binding['^']));
    const right = isRaised ? numberNode(isRaised, token.text.slice(1)) : written();
    return besides(left, right, '^');
  }
}

/** Whether a token is a whole number. */
export const isCounted = (token?: Token): token is Token & { number: Rational } =>
  !!token?.number && !token.sign && isWhole(token.number);

const isLength = (tree: Tree) => tree.is === 'unit' && tree.units[0]?.quantity === 'length';

function unitOrConstant({ units, constant, text }: Token): Tree {
  return units && constant !== 'e' ? { is: 'unit', units, text } : { is: 'constant', name: constant as string };
}
