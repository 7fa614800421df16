import { expect, test } from 'vitest';
import { popularQueries } from '../../sandbox/corpus/suggestions.ts';
import { keys, sample, useSandbox } from './asking.ts';

const { get } = useSandbox();

const duckduckgo = async (q: string, kl = 'us-en') =>
  (await get<[string, string[]]>('/duckduckgo/ac/', { q, type: 'list', kl })).body[1];
const brave = async (q: string, parameters: Record<string, string | number> = {}) => {
  const token = { 'x-subscription-token': 'x' };
  const { body } = await get<{ results: { query: string }[] }>(
    '/brave/res/v1/suggest/search',
    { q, ...parameters },
    token,
  );
  return body.results.map(({ query }) => query);
};

test.each(['node', 'how to', 'clim', 'post', 'par'])('there are several for %s, the most asked first', async (q) => {
  const popularity = new Map(popularQueries.map((entry) => [entry.query, entry.popularity]));
  for (const found of [await duckduckgo(q), await brave(q, { count: 8 })]) {
    expect(found).toHaveLength(8);
    expect(found.every((query) => query.startsWith(q))).toBe(true);
    const asked = found.map((query) => popularity.get(query) ?? 0);
    expect(asked).toEqual(asked.toSorted((a, b) => b - a));
  }
});

test('a word inside a query completes too, after queries that begin so', async () => {
  const found = await duckduckgo('marathon');
  expect(found[0]).toMatch(/^marathon/);
  expect(found).toContain('how to run a marathon');
});

test('the language that is asked for comes first', async () => {
  expect((await duckduckgo('cl'))[0]).toMatch(/^climate/);
  expect((await duckduckgo('berlin', 'de-de'))[0]).toBe('berlin sehenswürdigkeiten');
  expect((await brave('berlin', { lang: 'de' }))[0]).toBe('berlin sehenswürdigkeiten');
});

test('upstreams know different queries, most of them alike', async () => {
  const [one, other] = [await duckduckgo('node'), await brave('node', { count: 8 })];
  expect(one).not.toEqual(other);
  expect(one.filter((query) => other.includes(query)).length).toBeGreaterThan(3);
});

test('DuckDuckGo answers in both of its forms, and with nothing to what it does not know', async () => {
  const list = await get<unknown[]>('/duckduckgo/ac/', { q: 'paris', type: 'list' });
  expect(list.body[0]).toBe('paris');
  const objects = await get<{ phrase: string }[]>('/duckduckgo/ac/', { q: 'paris' });
  expect(keys(objects.body)).toEqual(keys(sample('ddg-ac-objects')));
  expect(objects.body.map(({ phrase }) => phrase)).toEqual(list.body[1]);
  expect(await duckduckgo('qwrtzpsdfg')).toEqual([]);
  expect(await duckduckgo('')).toEqual([]);
});
