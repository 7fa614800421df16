import { beforeAll, expect, test } from 'vitest';
import { type InstantQuery, instantQuery, ProviderAway } from '../../lib/answers/answer.ts';
import { kindsFor } from '../../lib/answers/instant.ts';
import { answerKinds } from '../../lib/answers/registry.ts';
import { sampled } from '../harness/fuzz.ts';
import { readCases, SCORER_AGENT } from './judges.ts';
import { sandboxLookUp } from './sandbox-look-up.ts';

/** Two kinds that claim the same query. */
interface Overlap {
  first: string;
  second: string;
  /** A query that both would answer. */
  query: string;
  reason: string;
}

/** Every pair of kinds that may claim the same query, with the reason for their order. */
const overlaps: readonly Overlap[] = [
  { first: 'date', second: 'unit', query: '2 days minus 43 hours', reason: 'Spans of time are for calendars.' },
  { first: 'encode', second: 'number', query: '0110100001101001 to text', reason: 'Bytes, not a number in words.' },
  { first: 'number', second: 'math', query: 'lcm(456, 1584, 40, 60)', reason: 'The answer shows all of the numbers.' },
  {
    first: 'stats',
    second: 'math',
    query: 'multiply 7 and 42',
    reason: 'A list of any length, of which two are a sum.',
  },
  { first: 'math', second: 'algebra', query: 'π to 6 digits', reason: 'Algebra answers only what sums cannot.' },
];

/** The kinds that would answer a query if they were alone, in their order. */
async function claimants(query: InstantQuery): Promise<string[]> {
  const claims: string[] = [];
  for (const kind of answerKinds) {
    const answer = await Promise.resolve(kind.claim(query)?.answer(sandboxLookUp)).catch((error) => {
      // A provider that does not know the place or word has been asked: the kind claims the query.
      if (error instanceof ProviderAway) return 'claimed';
      throw error;
    });
    if (answer) claims.push(kind.type);
  }
  return claims;
}

/** Pairs of kinds that claim the same query, with such a query. */
const pairs = new Map<string, string>();
/** Kinds that claim a query without one of their words or signs, with the query. */
const uncalled = new Map<string, string>();

beforeAll(async () => {
  const examples = answerKinds.map(({ example }) => example);
  const cases = sampled(readCases());
  for (const q of [...cases, ...overlaps].map(({ query }) => query).concat(examples)) {
    const fields = {
      q: q.trim().normalize('NFC'),
      lang: '',
      tz: 'UTC',
      now: 0,
      ip: '127.0.0.1',
      userAgent: SCORER_AGENT,
    };
    const query = instantQuery(fields);
    const [first, ...others] = await claimants(query);
    const called = kindsFor(query).map(({ type }) => type);
    for (const type of [first, ...others]) if (type && !called.includes(type)) uncalled.set(type, q);
    for (const other of others) pairs.set(`${first} before ${other}`, q);
  }
});

test('no two kinds have the same name', () => {
  const types = answerKinds.map(({ type }) => type);
  expect(types).toEqual([...new Set(types)]);
});

test('where two kinds claim the same query, their order is deliberate', () => {
  const listed = new Set(overlaps.map(({ first, second }) => `${first} before ${second}`));
  const surprises = [...pairs].filter(([pair]) => !listed.has(pair));
  expect(surprises).toEqual([]);
});

test('every overlap that is explained exists', () => {
  const stale = overlaps.filter(({ first, second }) => !pairs.has(`${first} before ${second}`));
  expect(stale).toEqual([]);
});

test('a kind is called by no words and signs of other kinds', () => {
  const called = (q: string) =>
    kindsFor(instantQuery({ q, lang: '', tz: 'UTC', now: 0, ip: '', userAgent: '' })).map(({ type }) => type);
  expect(called('3 + 4')).toEqual(['unit', 'math']);
  expect(called('uppercase hello')).toEqual(['text']);
});

test('a kind is called by its words and signs for every query that it answers', () => {
  expect([...uncalled]).toEqual([]);
});
