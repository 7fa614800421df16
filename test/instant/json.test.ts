import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { laidOut } from '../../lib/answers/kinds/json/syntax.ts';
import { runs } from '../harness/fuzz.ts';
import { answers, dataOf, staysSilent } from './tables.ts';

answers('json', [
  ['json {"a":[1,2]}', '{\n  "a": [\n    1,\n    2\n  ]\n}'],
  ['{"b": {}, "a": []}', '{\n  "b": {},\n  "a": []\n}'],
  ['minify json {"a": [1, 2]}', '{"a":[1,2]}'],
  ['jsonlint {"a":1}', '{\n  "a": 1\n}'],
  ['pretty json {"a":1}', '{\n  "a": 1\n}'],
  ['is {"a":1} valid json?', '{\n  "a": 1\n}'],
  ['is this valid json? {"a":1}', '{\n  "a": 1\n}'],
  ['{"a":1} json formatter', '{\n  "a": 1\n}'],
  ['{"a":1} format', '{\n  "a": 1\n}'],
  ['{ "a": 1 } to json', '{\n  "a": 1\n}'],
  ['{ "a": 1 } minify', '{"a":1}'],
  // Numbers beyond double precision and duplicate keys are kept as written.
  ['json {"a":12345678901234567890,"a":1.0}', '{\n  "a": 12345678901234567890,\n  "a": 1.0\n}'],
]);

staysSilent('json', [
  'json',
  'json viewer',
  'json formatter',
  'validate json',
  '[1,2,3]',
  '{a}',
  '{"a"',
  'what is json {',
  'json [tutorial]',
  'json viewer [chrome]',
  'is {this} valid json',
  '[verse] format',
  '[2024] check',
]);

test.each([
  ['json {"a":1,}', 1, 13 - 5],
  ['is {"a":1,} valid json', 1, 8],
  ['is this valid json: {"a":1,}', 1, 8],
  ['json [1\n,2', 2, 3],
  ["json {'a':1}", 1, 2],
  ['json [01]', 1, 3],
  ['json [1.]', 1, 3],
  ['json [1e]', 1, 3],
  ['json ["\\x"]', 1, 2],
])('%s is invalid at the right line and column', async (query, line, column) => {
  expect(await dataOf('json', query)).toMatchObject({
    valid: false,
    value: expect.any(String),
    error: { line, column },
  });
});

describe('formatting', () => {
  const values = fc.json({ maxDepth: 4 });
  test('preserves the meaning of any valid JSON', () => {
    fc.assert(
      fc.property(values, (text) => {
        expect(JSON.parse(laidOut(text, 2) as string)).toEqual(JSON.parse(text));
        expect(JSON.parse(laidOut(text, 0) as string)).toEqual(JSON.parse(text));
      }),
      { numRuns: runs() },
    );
  });
  test('agrees with JSON.parse about any text', () => {
    const chars = fc.constantFrom('', ',', '"', '}', ']', '0', 'x', '\\', '\n', '-', '.', 'e');
    fc.assert(
      fc.property(values, fc.nat(), chars, (text, turn, char) => {
        const at = turn % (text.length + 1);
        const broken = text.slice(0, at) + char + text.slice(at + 1);
        let isSound = true;
        try {
          JSON.parse(broken);
        } catch {
          isSound = false;
        }
        expect(typeof laidOut(broken, 0) === 'string').toBe(isSound);
      }),
      { numRuns: runs(4) },
    );
  });
});
