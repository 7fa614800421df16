import { expect, test } from 'vitest';
import { inOrder, ReplyCache } from '../../../api/cache/reply-cache.ts';

const MINUTE_MS = 60_000;
const body = { answer: 'α' };

test('a cached reply is returned unchanged, with its timing, for the same key', () => {
  let hits = 0;
  const cache = new ReplyCache({ maxBytes: 10_000, ttlMs: MINUTE_MS, onHit: () => hits++ });
  expect(cache.get(['q', 'de'])).toBeUndefined();
  const timing = { text: 'engine_a;dur=0;desc="cached"', engines: [] };
  const sent = cache.set(['q', 'de'], body, timing);
  expect(JSON.parse(sent.json.toString())).toEqual(body);
  expect(cache.get(['q', 'de'])).toBe(sent);
  expect(sent.timing).toBe(timing);
  expect(hits).toBe(1);
});

test('another key has its own reply', () => {
  const cache = new ReplyCache({ maxBytes: 10_000, ttlMs: MINUTE_MS });
  cache.set(['q', ''], body);
  for (const key of [['q', 'de'], ['Q', ''], ['q'], ['q,', '']]) expect(cache.get(key)).toBeUndefined();
});

test('the cache keeps the latest replies up to its limit in bytes', () => {
  const cache = new ReplyCache({ maxBytes: 4_000_000, ttlMs: MINUTE_MS });
  for (let n = 0; n < 20; n += 1) cache.set([n], 'x'.repeat(500_000));
  expect(cache.get([0])).toBeUndefined();
  expect(cache.get([19])).toBeDefined();
});

test('the cache stores nothing without a time to live', () => {
  const cache = new ReplyCache({ maxBytes: 10_000, ttlMs: 0 });
  expect(cache.set(['q'], body).json.toString()).toBe(JSON.stringify(body));
  expect(cache.get(['q'])).toBeUndefined();
});

test('parameters make the same key in any order, and another one if any of them differs', () => {
  const key = (params: object) => JSON.stringify(inOrder(params));
  expect(key({ q: 'a', page: 2, lang: undefined })).toBe(key({ page: 2, q: 'a' }));
  const others = [
    { q: 'a' },
    { q: 'b', page: 2 },
    { q: 'a', page: 1 },
    { q: 'a', page: 2, newer: true },
    { q: 'a', page: '2' },
  ];
  for (const other of others) expect(key(other)).not.toBe(key({ q: 'a', page: 2 }));
});

test('a key has every parameter that is given, with its value', () => {
  const params = {
    q: 'a',
    page: 2,
    lang: 'de',
    safe: false,
    date: 'd',
    engine: ['engine_a'],
    sort: '',
    detail: 'full',
  };
  expect(Object.fromEntries(inOrder(params))).toEqual(params);
});
