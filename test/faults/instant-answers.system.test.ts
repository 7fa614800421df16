import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dangerousQueries } from '../../bench/instant-queries.ts';
import { runs } from '../harness/fuzz.ts';
import { eventually } from '../harness/processes.ts';
import { newAccount } from '../harness/searching.ts';
import { Stack } from '../harness/stack.ts';
import type { Reply } from '../harness/test-system.ts';

const ask = (stack: Stack, q: string, options: Parameters<Stack['get']>[1] = {}): Promise<Reply> =>
  stack.get(`/api/v1/instant/?${new URLSearchParams({ q })}`, options);

/** Null, or an answer of the usual shape. */
function expectAnswerOrNull({ status, body }: Reply): void {
  expect(status).toBe(200);
  if (body !== null) expect(Object.keys(body)).toEqual(['type', 'query', 'answer', 'data']);
}

describe('instant answers', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await Stack.start({ env: { INSTANT_THREADS: '3' } });
  });
  afterAll(() => stack.stop());

  test('have a thread that loads before the first of them is asked for', async () => {
    const threads = async () => /_pool\{figure="threads"\} (\d+)/.exec((await stack.get('/metrics')).text)?.[1];
    await eventually('a thread has loaded', async () => (await threads()) === '1');
  });

  test.each(dangerousQueries)('survive %s, and the next caller’s 2+2 is still 4', async (q) => {
    const pid = stack.webs[0]?.child.pid;
    expectAnswerOrNull(await ask(stack, q));
    expect((await ask(stack, '2+2')).body.data.value).toBe('4');
    expect(stack.webs[0]?.running).toBe(true);
    expect(stack.webs[0]?.child.pid).toBe(pid);
  });

  test('survive all of them at once, with ordinary ones in between', async () => {
    const replies = await Promise.all(dangerousQueries.flatMap((danger) => [ask(stack, danger), ask(stack, '6*7')]));
    replies.forEach((reply, index) => {
      if (index % 2 === 0) expectAnswerOrNull(reply);
      else expect(reply.body.data.value).toBe('42');
    });
  });

  test('come to others while one key has more long work done than there are threads', async () => {
    // The same question in another form each time: what was answered just before is not worked out again. It takes long
    // enough to keep a thread busy, and far less than the time that it has.
    const long = (marks: number) => `prime factors of 35614239646064341${'?'.repeat(marks)}`;
    const FACTORS = '179424673*198491317';
    const { key } = await newAccount(stack);
    const flood = Promise.all(Array.from({ length: 150 }, (_, n) => ask(stack, long(n))));
    flood.catch(() => {});
    for (let round = 0; round < 3; round += 1) {
      expect((await ask(stack, long(200 + round), { key })).body.data.value).toBe(FACTORS);
    }
    for (const { status, body, headers } of await flood) {
      // Answered, or told to come again: never left without an answer as if there were none.
      if (status === 200) expect(body.data.value).toBe(FACTORS);
      else expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    }
  });

  test('are null or an answer, whatever is typed', async () => {
    const typed = fc.oneof(
      fc.string({ minLength: 1, maxLength: 60 }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
      fc.stringMatching(/^[0-9+*/^().,%$€ a-z-]{1,40}$/),
      fc.constantFrom('1'.repeat(1_000), '('.repeat(1_000), '٣ + ٤', '\u202e2+2', '🦊'.repeat(500), '9'.repeat(300)),
    );
    await fc.assert(
      fc.asyncProperty(typed, async (q) => {
        const { status, body } = await ask(stack, q);
        // A query of white space alone is no query.
        expect(status === 200 || (status === 400 && 'q' in body)).toBe(true);
      }),
      { numRuns: runs() },
    );
  });

  test.each([
    ['19 sek to nok', { frankfurter: 'cached' }, 3_600],
    ['weather in lisbon', { open_meteo: 'cached' }, 600],
  ])('%s is kept, by %j, for %i seconds', async (q, again, seconds) => {
    const kept = () => stack.client.keys('{trib:cache*');
    const before = new Set(await kept());
    expect((await ask(stack, q)).status).toBe(200);
    const added = (await kept()).filter((key) => !before.has(key));
    const ttls = await Promise.all(added.map((key) => stack.client.ttl(key)));
    // A place is kept for longer than its weather.
    expect(Math.min(...ttls)).toBeLessThanOrEqual(seconds);
    expect(Math.min(...ttls)).toBeGreaterThan(seconds - 60);
    expect(Stack.outcomes(await ask(stack, q))).toEqual(again);
  });

  test('that last are sent again as they were, and those that change are made anew', async () => {
    const again = async () =>
      Number(/^tributary_hot_replies_total (\d+)$/m.exec((await stack.get('/metrics')).text)?.[1] ?? 0);
    const before = await again();
    const [first, second] = [await ask(stack, '17 * 3 + 1'), await ask(stack, '17 * 3 + 1')];
    expect([first.body.data.value, second.text]).toEqual(['52', first.text]);
    expect(await again()).toBe(before + 1);
    const draws = await Promise.all(Array.from({ length: 5 }, () => ask(stack, 'random number between 1 and 1000000')));
    expect(new Set(draws.map(({ text }) => text)).size).toBeGreaterThan(1);
    expect(await again()).toBe(before + 1);
  });

  test('that are one’s own or drawn by lot are kept by nobody', async () => {
    for (const q of ['my ip', 'flip a coin', 'random number', 'my user agent']) {
      expect([q, (await ask(stack, q)).headers.get('cache-control')]).toEqual([q, 'no-store']);
    }
    expect((await ask(stack, '2+2')).headers.get('cache-control')).toBe('private');
  });

  test('tell who failed when a provider does', async () => {
    await stack.knobs('frankfurter', { mode: 'reset' });
    // Money that no query above can have asked about: its rate would be kept.
    const reply = await ask(stack, '17 isk to php');
    expect([reply.status, reply.body.detail]).toEqual([503, 'Frankfurter did not answer.']);
    expect(reply.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  test('are given without Redis to a key that was seen just before, and to no other; never a 401', async () => {
    expect((await ask(stack, '2+2')).status).toBe(200);
    await stack.redis.kill();
    await eventually('Redis is missed', async () => (await stack.get('/readyz', { key: '' })).status === 503);
    expect((await ask(stack, '2+3')).body.data.value).toBe('5');
    expect((await stack.search('linux')).status).toBe(503);
    const other = `${stack.key.slice(0, 5)}00000000${stack.key.slice(13)}`;
    expect([401, 503]).toContain((await ask(stack, '2+2', { key: other })).status);
    await stack.redis.start();
    await eventually('searches are answered again', async () => (await stack.search('linux')).status === 200);
  });
});
