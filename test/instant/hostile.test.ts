import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantQuery, ProviderAway } from '../../lib/answers/answer.ts';
import { qr } from '../../lib/answers/kinds/qr/qr.ts';
import { stats } from '../../lib/answers/kinds/stats/stats.ts';
import { anyCharacter, runs } from '../harness/fuzz.ts';
import { answerHere } from './in-process.ts';

const LONG = 1000;
const tried = (query: string) =>
  answerHere(query).catch((error: unknown) => {
    if (error instanceof ProviderAway) return null;
    throw error;
  });

/** Words that some kind recognises at the start or the end of a query. */
const COMMANDS = [
  'md5',
  'base64',
  'url decode',
  'html encode',
  'html decode',
  'morse code for',
  'uppercase',
  'reverse text',
  'pig latin',
  'sort',
  'average',
  'sum',
  'gcd',
  'factors of',
  'roman',
  'loan',
  'mix',
  'qr code:',
  'json',
  'roll',
  'choose',
  'random number between',
  'subnet',
  'whois',
  'unicode',
  'chmod',
  'decode',
  'what does',
  'text to morse',
  'rgb to hex',
  'how many letters in',
  'alphabetical order',
  'http status code for',
  'is',
];
const FILLINGS = [
  'a',
  ' ',
  '1',
  '1,',
  '1 ',
  '1 and ',
  '(',
  '"',
  '%',
  '%41',
  '.-',
  '. ',
  '{"a":',
  '[',
  'ff ',
  '01',
  '1d6+',
  'red ',
  '10% ',
  'a or ',
  'the ',
  'all the ',
  'get me ',
  '\u0000',
  '\u202e\u05d0',
  '👩‍👩‍👧',
  '\ud800',
  '<svg onload=x>',
  '::',
  '1.',
];

describe('a thousand characters of any text with the command', () => {
  test.each(COMMANDS)('%s', async (command) => {
    for (const filling of FILLINGS) {
      const text = filling.repeat(LONG).slice(0, LONG - command.length - 1);
      for (const query of [`${command} ${text}`, `${text} ${command}`]) {
        const answer = await tried(query);
        if (answer) expect(answer.answer).toMatch(/^[^\n\r]+$/);
      }
    }
  });
});

/** A pattern with both `data set` and `data`, `set` as words would backtrack forever on a hundred repetitions. */
test.each([
  ['average of', 'data set', '1 x'],
  ['http 404', 'status code', 'x'],
  ['unicode', 'code point', 'xx'],
  ['what day is 1', 'fall on', 'x'],
  ['what timezone is 1', 'fall under', 'x'],
  ['week number', 'of the year', '1 x'],
])('%s followed by many repetitions of %s finishes', async (command, words, end) => {
  for (const count of [4, 8, 80]) expect(await tried([command, ...Array(count).fill(words), end].join(' '))).toBeNull();
});

test('no text after a command makes a kind throw', async () => {
  const commands = fc.constantFrom(...COMMANDS);
  const texts = fc.string({ unit: anyCharacter, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(commands, texts, fc.boolean(), async (command, text, isBehind) => {
      await tried(isBehind ? `${text} in ${command}` : `${command} ${text}`);
    }),
    { numRuns: runs(4) },
  );
});

/** Far longer than any query: a match that is not linear in the length would not finish before the test times out. */
test.each([
  ['two numbers for a percentage', stats, `percent change ${'1'.repeat(3_000)},${'1'.repeat(3_000)}x`],
  ['an address for a code', qr, `qr code for a@${'.'.repeat(100_000)}@`],
])('matching is linear in the length of the query: %s', (_, kind, q) => {
  const asked = instantQuery({ q, lang: '', tz: 'UTC', now: 0, ip: '127.0.0.1', userAgent: '' });
  expect(kind.claim(asked)).toBeNull();
});

test('no property name of every object makes a kind throw', async () => {
  for (const query of [
    '$2constructor',
    '5 constructor to km',
    'flag of constructor emoji',
    'html constructor color code',
  ])
    expect(await tried(query)).toBeNull();
});
