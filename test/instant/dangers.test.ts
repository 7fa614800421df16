import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantQuery } from '../../lib/answers/answer.ts';
import type { AnswerKind } from '../../lib/answers/kind.ts';
import { algebra } from '../../lib/answers/kinds/algebra/algebra.ts';
import { base } from '../../lib/answers/kinds/base/base.ts';
import { math } from '../../lib/answers/kinds/math/math.ts';
import { unit } from '../../lib/answers/kinds/unit/unit.ts';
import { runs } from '../harness/fuzz.ts';
import { ALGEBRA_DANGERS, DANGERS, EXCESSES } from './dangers.ts';
import { answerHere } from './in-process.ts';

const kinds: AnswerKind[] = [math, unit, base, algebra];

/** Our answer to a text; throws when it does not match the schema of its kind. */
async function ask(q: string, lang = ''): Promise<string | null> {
  const asked = instantQuery({ q, lang, tz: 'UTC', now: 0, ip: '127.0.0.1', userAgent: '' });
  for (const kind of kinds) {
    const found = await kind.claim(asked)?.answer();
    if (!found) continue;
    kind.data.parse(found.data);
    const { value } = found.data as { value: string };
    expect(value).not.toMatch(/infinity|nan|undefined/i);
    expect(value.length).toBeLessThan(3_500);
    return value;
  }
  return null;
}

describe('a dangerous calculation:', () => {
  test.each([...DANGERS, ...ALGEBRA_DANGERS])('%s has no answer', async (q) => {
    expect(await ask(q)).toBeNull();
  });

  test.each(EXCESSES)('%s finishes, with or without an answer', async (q) => {
    await ask(q);
  });

  test.each(['9^9^9', '450!', 'fib(1e9)', 'ncr(1e9, 5e8)', '1 << 1e9', '1/0', '0/0', 'ln(0)', 'tan(pi/2)'])(
    '%s has no answer',
    async (q) => {
      expect(await ask(q)).toBeNull();
    },
  );

  test('endless brackets, signs and functions are cut by length and depth', async () => {
    const endless = [
      '=',
      '?',
      '=?',
      '(',
      ')',
      '-',
      '+',
      '!',
      '√',
      'sqrt ',
      '2^',
      '|',
      '°',
      "'",
      ' in',
      '%',
      '1,',
      '1 ',
      'a ',
    ];
    for (const sign of endless) {
      for (const times of [60, 250, 20_000]) {
        await ask(`${sign.repeat(times)}1`);
        await ask(`1${sign.repeat(times)}`);
      }
    }
    expect(await ask(`${'('.repeat(20_000)}1${')'.repeat(20_000)}`)).toBeNull();
    expect(await ask(`${'('.repeat(100)}1+1${')'.repeat(100)}`)).toBeNull();
    expect(await ask(`${'('.repeat(20)}1+1${')'.repeat(20)}`)).toBe('2');
    expect(await ask(Array.from({ length: 120 }, () => '1').join('+'))).toBeNull();
  });

  test('no query affects later queries', async () => {
    for (const q of [...DANGERS, ...ALGEBRA_DANGERS, ...EXCESSES]) await ask(q);
    expect((await answerHere('2+2'))?.data).toMatchObject({ value: '4' });
    expect((await answerHere('1 foot in m'))?.data).toMatchObject({ value: '0.3048' });
    expect((await answerHere('pi * 1'))?.data).toMatchObject({ value: '3.1415926535898' });
  });
});

const words = fc.constantFrom(
  ...'0 1 7 12 3.5 1,234 0xff 1e9 + - * / ^ ! % ( ) | & << >> = ? -> , ; : . \' " ° √ ² ³ ½ π x e pi sqrt sin log min max gcd of in to as how many a the and or mod per percent half dozen km m ft inch feet c f kg lb oz cup mpg l/100km mb GiB hex binary base 16 decimal convert what is squared plus minus times divided by zwei de en 1:2 $ € choose'.split(
    ' ',
  ),
);

describe('any text', () => {
  test('gets an answer that matches the schema, or none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 300 }), async (q) => void (await ask(q))),
      { numRuns: runs() },
    );
  });

  test('made of known words gets an answer that matches the schema, or none', async () => {
    const text = fc.array(fc.tuple(words, fc.constantFrom('', ' ')), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom('', 'de', 'fr'), async (parts, lang) => {
        await ask(parts.map((part) => part.join('')).join(''), lang);
      }),
      { numRuns: runs(4) },
    );
  });
});
