import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasTooManyValues, isNestedTooDeeply, NestedTooDeeply, parseShallowJson } from '../../lib/json-depth.ts';
import { runs } from '../harness/fuzz.ts';

const MAX_DEPTH = 20;
const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number) => '{"a":'.repeat(depth) + '}'.repeat(depth);

describe('a JSON text', () => {
  it.each([lists, objects])('may nest twenty deep, and no deeper', (nested) => {
    expect(isNestedTooDeeply(nested(MAX_DEPTH))).toBe(false);
    expect(isNestedTooDeeply(nested(MAX_DEPTH + 1))).toBe(true);
  });

  it('may have any number of brackets side by side', () => {
    expect(isNestedTooDeeply(`[${Array(10_000).fill('{},[]').join(',')}]`)).toBe(false);
  });

  it.each([
    ['in a string', JSON.stringify(lists(50))],
    ['after an escaped quote', JSON.stringify(`"${lists(50)}`)],
    ['after an escaped backslash and a quote', JSON.stringify(`\\"${lists(50)}`)],
    ['in a string that does not end', `"${lists(50)}`],
  ])('does not nest by brackets %s', (_, text) => {
    expect(isNestedTooDeeply(text)).toBe(false);
  });

  it('nests by brackets after a string that ends in a backslash', () => {
    expect(isNestedTooDeeply(`["\\\\",${lists(20)}]`)).toBe(true);
  });

  it('is judged by its value, whatever its strings contain', () => {
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 30, stringUnit: fc.constantFrom('"', '\\', '[', '{', 'x') }), (value) => {
        expect(isNestedTooDeeply(JSON.stringify(value))).toBe(depthOf(value) > MAX_DEPTH);
      }),
      { numRuns: runs(4) },
    );
  });
});

describe('the values of a JSON text', () => {
  const MAX_VALUES = 1_000;
  const list = (values: number) => JSON.stringify(Array(values - 1).fill(0));
  const object = (values: number) => JSON.stringify({ ...Array(values - 1).fill(0) });

  it.each([list, object])('may be a thousand, and no more', (text) => {
    expect(hasTooManyValues(text(MAX_VALUES))).toBe(false);
    expect(hasTooManyValues(text(MAX_VALUES + 1))).toBe(true);
  });

  it('are counted at every depth, and none of them in a string', () => {
    expect(hasTooManyValues(`[${Array(MAX_VALUES).fill('{}').join(',')}]`)).toBe(true);
    expect(hasTooManyValues(JSON.stringify({ text: '[{,'.repeat(100_000) }))).toBe(false);
  });
});

describe('parsing a JSON text', () => {
  const SHORT = 0;
  const LONG = 100_000;

  it.each([SHORT, LONG])('refuses deep nesting, whether it is short or long (+%d characters)', (padding) => {
    const text = (depth: number) => lists(depth) + ' '.repeat(padding);
    expect(parseShallowJson(text(MAX_DEPTH))).toEqual(JSON.parse(lists(MAX_DEPTH)));
    expect(() => parseShallowJson(text(MAX_DEPTH + 1))).toThrow(NestedTooDeeply);
  });

  it.each([SHORT, LONG])('throws a SyntaxError for anything else (+%d characters)', (padding) => {
    expect(() => parseShallowJson(`{]${' '.repeat(padding)}`)).toThrow(SyntaxError);
  });

  it('never parses a long text that is all brackets', () => {
    expect(() => parseShallowJson('['.repeat(2_000_000))).toThrow(NestedTooDeeply);
  });

  it.each([`{"a":${lists(MAX_DEPTH)}}`, `{"__proto__":${lists(MAX_DEPTH)}}`, `[0,null,"",${lists(MAX_DEPTH)}]`])(
    'finds the nesting in any place: %s',
    (text) => {
      expect(() => parseShallowJson(text)).toThrow(NestedTooDeeply);
    },
  );
});
