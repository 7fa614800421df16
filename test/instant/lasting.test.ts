import { expect, test } from 'vitest';
import { instantQuery } from '../../lib/answers/answer.ts';
import { answerInThread } from '../../lib/answers/in-thread.ts';
import { answerInstantly } from '../../lib/answers/instant.ts';
import { answerKinds } from '../../lib/answers/registry.ts';
import { readCases } from './judges.ts';

const nobody = { lookUp: () => Promise.reject(new Error('asks somebody')), inThread: answerInThread };
const here = { lang: '', tz: 'UTC', now: Date.parse('2026-01-31T12:00:00Z'), ip: '203.0.113.7', userAgent: 'a/1' };
const there = {
  lang: '',
  tz: 'Asia/Tokyo',
  now: Date.parse('2031-07-02T03:04:05Z'),
  ip: '2001:db8::1',
  userAgent: 'b/2',
};

test('answers that last are the same at any time, in any place and for anybody', async () => {
  const compared = new Set<string>();
  const different: string[] = [];
  for (const { query: q } of readCases()) {
    const one = await answerInstantly(instantQuery({ q, ...here }), nobody).catch(() => null);
    if (!one?.kind.lasting) continue;
    const other = await answerInstantly(instantQuery({ q, ...there }), nobody).catch(() => null);
    compared.add(one.kind.type);
    if (JSON.stringify(one.answer) !== JSON.stringify(other?.answer)) different.push(q);
  }
  expect(different).toEqual([]);
  // JSON has no case there; it is worked out of the query alone.
  expect([...compared].sort()).toEqual(
    answerKinds.flatMap(({ type, lasting }) => (lasting && type !== 'json' ? [type] : [])).sort(),
  );
});

test('answers that change with time, chance or the asker, or that others give, do not last', () => {
  const changing = answerKinds.filter(({ lasting }) => !lasting).map(({ type }) => type);
  expect(changing.sort()).toEqual(
    ['ip', 'useragent', 'random', 'sun', 'clock', 'date', 'weather', 'currency', 'dictionary'].sort(),
  );
});
