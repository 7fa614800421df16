import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { answerKinds } from '../../lib/answers/registry.ts';
import { sampled } from '../harness/fuzz.ts';
import { answerHere } from './in-process.ts';
import { readCases } from './judges.ts';
import { sandboxLookUp } from './sandbox-look-up.ts';

/** What programs may rely on, whatever the answer is about. */
interface Common {
  kind: string;
  asked: string;
  value: string;
  number?: number;
  values?: unknown[];
  approximate?: boolean;
}

const all: { query: string; type: string; data: Common & Record<string, unknown> }[] = [];

beforeAll(async () => {
  const examples = answerKinds.map(({ example }) => example);
  const others = ['simplify sqrt(50)', 'sunset in tromso on june 21', 'json {"a"}', 'weather paris this weekend'];
  for (const q of [...examples, ...others, ...sampled(readCases()).map(({ query }) => query)]) {
    const answer = await answerHere(q, { lookUp: sandboxLookUp, now: Date.parse('2026-11-15T12:00:00Z') });
    if (answer) all.push({ query: q, type: answer.type, data: answer.data as Common & Record<string, unknown> });
  }
});

const expectAll = (isRight: (data: Common & Record<string, unknown>, type: string) => boolean) =>
  expect(all.filter(({ data, type }) => !isRight(data, type)).map(({ query, data }) => [query, data])).toEqual([]);

describe('the data of every answer', () => {
  test('have a text as their value, and tell what was asked', () => {
    expectAll(({ value, asked }) => typeof value === 'string' && typeof asked === 'string' && asked !== '');
  });

  test('have a number beside a value that is one, and only with all of its digits', () => {
    expectAll(({ number, value }, type) => number === undefined || type === 'base' || Number(value) === number);
    expectAll(
      ({ number, value }, type) =>
        !['math', 'unit', 'stats', 'finance', 'currency', 'weather'].includes(type) ||
        !/^-?(?:\d{1,15}|\d+\.\d+|[\d.]+e[-+]\d+)$/.test(value) ||
        number !== undefined,
    );
  });

  test('have a list of values only with a text of them', () => {
    expectAll(({ values, value }) => values === undefined || (Array.isArray(values) && typeof value === 'string'));
  });

  test('have the inputs as understood', () => {
    const inputs: Record<string, readonly string[]> = {
      ...{ math: ['expression'], algebra: ['expression'], unit: ['from', 'to', 'unit'], base: ['input', 'from_base'] },
      ...{ colour: ['inputs'], hash: ['input'], encode: ['input'], text: ['input'], number: ['input'], qr: ['text'] },
      ...{ currency: ['amount', 'from', 'to', 'currency', 'as_of'], stats: ['inputs'], finance: ['inputs'] },
      ...{ weather: ['place', 'country', 'lat', 'lon', 'tz', 'unit'], sun: ['place', 'lat', 'lon', 'tz', 'date'] },
      ...{ date: ['dates', 'durations', 'today', 'tz'], dictionary: ['word'] },
    };
    expectAll((data, type) => (inputs[type] ?? []).every((field) => field in data));
  });

  test('tell whether they are rounded', () => {
    const rounding = ['math', 'algebra', 'unit', 'stats', 'finance', 'currency', 'sun'];
    expectAll(({ approximate }, type) => !rounding.includes(type) || typeof approximate === 'boolean');
  });
});

/** The objects of a schema. */
const options = (data: z.ZodType) => (data instanceof z.ZodUnion ? data.options : [data]) as z.ZodObject[];

test('a kind tells the shape: no two shapes share one', () => {
  const kinds = answerKinds.flatMap(({ data }) => options(data).flatMap(({ shape }) => [...shape.kind._zod.values]));
  expect(kinds.sort()).toEqual([...new Set(kinds)].sort());
});

test.each([
  ['sunset in paris', 'sunset'],
  ['10.0.0.0/24 hosts', 'hosts'],
  ['humidity oslo', 'humidity'],
  ['average of 1, 2 and 3', 'mean'],
  ['md5 of hello', 'md5'],
  ['days until christmas', 'diff'],
])('what was asked is told in one field: %s', async (q, asked) => {
  expect((await answerHere(q, { lookUp: sandboxLookUp }))?.data).toMatchObject({ asked });
});

test('systems name their unknowns, and matrices are arrays', async () => {
  expect((await answerHere('solve x+y=3, x-y=1'))?.data).toMatchObject({ unknowns: ['x', 'y'], values: ['2', '1'] });
  const matrix = [
    ['-2', '1'],
    ['3/2', '-1/2'],
  ];
  expect((await answerHere('inverse of [[1,2],[3,4]]'))?.data).toMatchObject({ matrix });
});

test.each([
  ['2^53', 9_007_199_254_740_992],
  ['2^53 + 1', undefined],
  ['2^64', undefined],
  ['0.1 + 0.2', 0.3],
  ['1/8', 0.125],
  ['5 * -3', -15],
  ['1e-8 * 1', 1e-8],
  ['255 in hex', 255],
  ['md5 of 1', undefined],
  ['reverse "123"', undefined],
  ['how many letters does strawberry have', 10],
  ['1/3', 0.333333333333333],
  ['5 ft 10 in in m', 1.778],
  ['3 gallons in cubic inches', 693],
  ['1 light year in miles', 5_878_625_373_183.61],
  ['1 parsec in inches', 1.2148336935005e18],
  ['7 nautical miles in yards', 14_177.60279965],
  ['10.0.0.0/24 hosts', 254],
  ['which port does ssh use', 22],
  ['http status code for not found', 404],
])('the number of %s is %s', async (q, number) => {
  const answer = await answerHere(q);
  expect(answer).toMatchObject({ data: { value: expect.any(String) } });
  expect((answer?.data as Common | undefined)?.number).toBe(number);
});

test('every field has a meaning', () => {
  const described = (schema: z.ZodType): boolean => {
    const inner = schema instanceof z.ZodOptional || schema instanceof z.ZodArray ? schema.def : undefined;
    if (inner) return described((('innerType' in inner ? inner.innerType : inner.element) ?? schema) as z.ZodType);
    if (!(schema instanceof z.ZodObject)) return true;
    return Object.values(schema.shape).every((field) => !!field.description && described(field));
  };
  expect(answerKinds.flatMap(({ data }) => options(data)).filter((each) => !described(each))).toEqual([]);
});
