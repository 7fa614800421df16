import { createRequire } from 'node:module';
import type * as declared from 'mathjs';

/** A number of the polynomials, exact. */
export type Rational = declared.Fraction;

/** A complex number in floating point, with the methods that the declarations of mathjs leave out. */
export type Complex = declared.Complex &
  Record<'add' | 'sub' | 'mul' | 'div', (other: Complex | number) => Complex> & { abs(): number };

let loaded: declared.MathJsInstance | undefined;

/** Returns mathjs with exact fractions as its numbers. Only `work` may call it, because the web process must not load it. */
export function mathjs(): declared.MathJsInstance {
  if (loaded) return loaded;
  // The single-file build takes a tenth of the time and a quarter of the memory of the modules.
  const math = createRequire(import.meta.url)('mathjs/lib/browser/math.js') as declared.MathJsInstance;
  math.config({ number: 'Fraction' });
  // The electronvolt of mathjs is that of CODATA 2010, which is wrong from the eighth digit on.
  math.createUnit('eV', { definition: '1.602176634e-19 J', prefixes: 'short' }, { override: true });
  loaded = math;
  return math;
}

/** Returns an exact number. */
export function rational(numerator: number | bigint, denominator: number | bigint = 1): Rational {
  // The declarations of mathjs do not list bigint, which fraction.js takes.
  return mathjs().fraction(numerator as number, denominator as number);
}

export const complex = (re: number, im = 0) => mathjs().complex(re, im) as Complex;
