import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import * as de from 'n2words/de-DE';
import * as en from 'n2words/en-US';
import * as es from 'n2words/es-ES';
import * as fr from 'n2words/fr-FR';
import * as it from 'n2words/it-IT';
import * as nl from 'n2words/nl-NL';
import * as pt from 'n2words/pt-PT';
import { describe, expect, test } from 'vitest';
import { instantQuery } from '../../lib/answers/answer.ts';
import { answerKinds } from '../../lib/answers/instant.ts';
import { withDigits } from '../../lib/answers/reading/numbers/with-digits.ts';
import { Reading } from '../../lib/answers/reading/reading.ts';
import { anyCharacter, runs } from '../harness/fuzz.ts';
import { answerHere } from './in-process.ts';

describe('question words', () => {
  test.each([
    ['What is 2 + 2?', '2 + 2'],
    ['hey, could you please tell me what 5 km in miles is', '5 km in miles is'],
    ['Wie viel ist 3 mal 4?', '3 mal 4'],
    ['Quel est le pgcd de 4 et 6', 'pgcd de 4 et 6'],
    ['¿Cuánto es 7 por 8', '7 por 8'],
    ['quanto fa 3 per 4, per favore', '3 per 4'],
    ['what is', 'what is'],
    ['please', 'please'],
    ['the who', 'who'],
  ])('are removed from "%s"', (q, plain) => {
    expect(new Reading(q, '').plain).toBe(plain);
  });

  test.each([
    ['what is 2 + 2', true],
    ['2 + 2?', true],
    ['2 + 2 =', true],
    ['2 + 2', false],
  ])('"%s" is a question: %s', (q, isAsked) => {
    expect(new Reading(q, '').isAsked).toBe(isAsked);
  });
});

describe('numbers in words', () => {
  test.each([
    ['sqrt of one hundred', '', 'sqrt of 100'],
    ['two hundred and five plus twenty-one', '', '205 plus 21'],
    ['dreizehn plus zwei', '', '13 plus 2'],
    ['zweitausendfünfhundert geteilt durch hundertfünfzig', '', '2500 geteilt durch 150'],
    ['quatre-vingt-dix-sept', '', '97'],
    ['treinta y dos', '', '32'],
    ['duemilaventiquattro', '', '2024'],
    ['vinte e um', '', '21'],
    ['drieëntwintig', '', '23'],
    ['2.5 million', '', '2500000'],
    ['a thousand', '', '1000'],
    ['nineteen hundred', '', '1900'],
    ['one, two', '', '1, 2'],
    ['one and two', '', '1 and 2'],
    ['50 cent', '', '50 cent'],
    ['cent', 'fr', '100'],
    ['due date', '', 'due date'],
    ['thousand island', '', 'thousand island'],
    ['just a few', '', 'a few'],
  ])('"%s" (%s) reads "%s"', (q, lang, numeric) => {
    expect(new Reading(q, lang).numeric).toBe(numeric);
  });

  test.each(Object.entries({ en, de, fr, es, it, pt, nl }))('of every size are read in %s', (lang, { toCardinal }) => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 999_999 }), (value) => {
        expect(new Reading(toCardinal(value), lang).numeric).toBe(String(value));
      }),
      { numRuns: runs() },
    );
  });

  test.each([
    ['sqrt of one hundred', '10'],
    ['one hundred in hex', '64'],
    ['thirteen in roman numerals', 'XIII'],
    ['dreizehn plus zwei', '15'],
  ])('%s is %s', async (q, value) => {
    expect((await answerHere(q))?.data).toMatchObject({ value });
  });

  test('in one hundred days', async () => {
    const now = Date.parse('2026-01-01T12:00:00Z');
    expect((await answerHere('in one hundred days', { now }))?.data).toMatchObject({ value: '2026-04-11' });
  });
});

test('no phrase of arithmetic is a number in words, in its own language', () => {
  const file = new URL('../../lib/answers/sums/data/words.json', import.meta.url);
  const roles: Record<string, Record<string, Record<string, string[]>>> = JSON.parse(readFileSync(file, 'utf8'));
  const lists = Object.values(roles).flatMap((meanings) => Object.values(meanings).flatMap(Object.entries<string[]>));
  const changed = lists.flatMap(([lang, phrases]) =>
    phrases.filter((phrase) => withDigits(`7 ${phrase} 8`, lang) !== `7 ${phrase} 8`).map((phrase) => [lang, phrase]),
  );
  expect(lists.length).toBeGreaterThan(100);
  expect(changed).toEqual([]);
});

describe('mentions', () => {
  /** A reading that writes down who reads it. */
  class WatchedReading extends Reading {
    readonly readers: unknown[] = [];
    readonly #watched = new Map<unknown, unknown>();

    override mentions<Found>(find: (reading: Reading) => Found): Found {
      const watched = (reading: Reading) => {
        this.readers.push(find);
        return find(reading);
      };
      if (!this.#watched.has(find)) this.#watched.set(find, watched);
      return super.mentions(this.#watched.get(find) as typeof watched);
    }
  }

  test.each([
    ['of units', 'unit', '5 km in miles'],
    ['of money', 'currency', '100 usd in eur'],
    ['of places, for the weather', 'weather', 'weather in paris'],
    ['of places, for the sun', 'sun', 'sunset in paris'],
    ['of places, for the time', 'clock', 'time in paris'],
    ['of zones', 'clock', '3pm est to london'],
    ['of dates', 'date', 'days until christmas'],
  ])('%s are read when a kind first asks, and once', (_, type, q) => {
    const reading = new WatchedReading(q, '');
    const fields = { q, lang: '', tz: 'UTC', now: 0, ip: '127.0.0.1', userAgent: '' };
    const query = { ...instantQuery(fields), reading };
    expect(reading.readers).toEqual([]);
    expect(answerKinds.find((kind) => kind.type === type)?.claim(query)).not.toBeNull();
    const first = [...reading.readers];
    expect(first).not.toEqual([]);
    for (const kind of [...answerKinds, ...answerKinds]) kind.claim(query);
    expect(reading.readers.slice(0, first.length)).toEqual(first);
    expect(reading.readers).toHaveLength(new Set(reading.readers).size);
  });
});

test('any text can be read', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), fc.constantFrom('', 'de', 'xx'), (q, lang) => {
      const { folded, plain, bare, numeric, words } = new Reading(q.trim(), lang);
      for (const text of [folded, plain, bare, numeric, ...words]) expect(typeof text).toBe('string');
    }),
    { numRuns: runs() },
  );
});
