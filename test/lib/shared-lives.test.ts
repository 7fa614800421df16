import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { defineScript, luaOf } from '../../lib/redis/redis-script.ts';
import { runs } from '../harness/fuzz.ts';
import { redisForSuite } from '../harness/redis.ts';

/** What requests share in Redis: none with a short life of its own takes it from those with a long one. */
const redis = await redisForSuite();

/** Keys and arguments of a script for a life in milliseconds. Each run may be that of another process. */
type Call = (ms: number, run: number) => { keys: string[]; args: (string | number)[] };

const CRAWL_LIST = ['{t}:own', '{t}:own-running', '{t}:running', '{t}:ends', '{t}:sizes'];

const KEY_INDEX = ['{t}:user-keys:ann', '{t}:user-keys-by-age:ann', '{t}:user-live-keys:ann'];

const HELD = ['{t}:sizes', '{t}:held-until'];

const calls: Record<string, Call> = {
  'jobs/lua/claim-calls.lua': (ms, run) => ({
    keys: ['{t}:claim'],
    args: [`job-${run}`, `web-${run}`, ms, run % 2 === 0 ? ms : 1, '', '{t}:waiters:', '{t}:abandoned:'],
  }),
  // The mark always lasts as long.
  'jobs/lua/leave-job.lua': (_ms, run) => ({ keys: ['{t}:waiters', '{t}:abandoned'], args: [`web-${run}`, 60_000] }),
  'lib/limits/lua/take-permit.lua': (ms, run) => ({ keys: ['calls'], args: [100, ms, `call-${run}`] }),
  'lib/limits/lua/take-entries.lua': (ms) => ({ keys: ['log'], args: [100, ms] }),
  'lib/limits/lua/admission.lua': (ms, run) => ({
    keys: ['{t}:key:p', '{t}:burst', '{t}:sustained', '{t}:usage', '{t}:places', `{t}:note-${run}`],
    args: [
      ...['{t}:', 'digest', '2026-11', 1, 1, 'burst', 1, 'search', '', '', '', ms, 0, 0],
      ...[100, ms, 100, ms, 100, ms, 100, ms, 'web', 1],
    ],
  }),
  'lib/limits/lua/renew-places.lua': (ms, run) => ({ keys: ['{t}:places'], args: [ms, `{t}:note-${run}`] }),
  // The list before always stays as long, unless a third one follows.
  'lib/rules/lua/set-rules.lua': (_ms, run) => ({
    keys: ['{t}:user:ann', `{t}:rules:${run % 2}`],
    args: ['{t}:', '{t}:rules:', String(run % 2), '*', '[]', 'text', '$boost'],
  }),
  'workers/lua/note-lists.lua': (ms, run) => ({ keys: ['notes'], args: [run, `1 list-${run}`, ms, 100] }),
  'lib/providers/lua/record-statistics.lua': (ms) => ({
    keys: ['{t}:latency', '{t}:failures', '{t}:hour', '{t}:errors', '{t}:failed'],
    args: [
      ...[1, 10, Math.ceil(ms / 60_000), 10, Math.ceil(ms / 1_000), Math.ceil(ms / 1_000), 20, 42],
      ...['{"ok":1,"has:web":1}', '["an error"]', 1, 'timeout'],
    ],
  }),
  'lib/requests/lua/add-requests.lua': (ms, run) => ({
    keys: ['{t}:requests', ...Array.from({ length: 8 }, (_, at) => `{t}:blocks-${at}`)],
    args: [1_900_000_000_000 + run, ms, 1_000_000, '{"494321":{"burst":1}}', ...Array(8).fill('1900000000000block')],
  }),
  'lib/requests/lua/note-requests.lua': (ms, run) => ({
    keys: ['{t}:totals', '{t}:sizes', '{t}:times'],
    args: [1_900_000_000_000 + run, ms, 1_000_000, '{}', 'ann', 100 + run, 1],
  }),
  'lib/statistics/lua/add-usage.lua': (ms, run) => ({
    keys: ['{t}:hour', '{t}:day'],
    args: [ms, ms * 2, 50, 'total', 'requests=1', `key:${run}`, 'requests=1'],
  }),
  'lib/accounts/lua/count-guess.lua': (ms) => ({ keys: ['guesses'], args: [ms, 'field', 100] }),
  'lib/keys/lua/create-key.lua': (_ms, run) => ({
    keys: [...KEY_INDEX, '{t}:user:ann', `{t}:key:${run}`],
    args: ['{t}:', '2026-11', String(run), run, '', '+inf', '{}', 'username', 'ann'],
  }),
  'lib/keys/lua/forget-ended.lua': () => ({ keys: KEY_INDEX, args: ['{t}:', '2026-11'] }),
  'lib/keys/lua/key-page.lua': () => ({ keys: KEY_INDEX, args: ['{t}:', '2026-11', 0, 9, 1] }),
  // The lives of sessions, programs and notes are settings or fixed: the same for all.
  'lib/accounts/lua/read-session.lua': () => ({ keys: ['{t}:session'], args: ['{t}:', 'id', 60_000, 600_000, 0] }),
  'lib/accounts/lua/start-session.lua': (_ms, run) => ({
    keys: [`{t}:session-${run}`, '{t}:user:ann', '{t}:user-sessions:ann', `{t}:confirmed-${run}`],
    args: ['{t}:', `id-${run}`, '0', 60_000, 600_000, 30_000, '{}', 100, 'username', 'ann'],
  }),
  'lib/audit/lua/record-reading.lua': (_ms, run) => ({
    keys: [`{t}:reading-${run % 2}`],
    args: ['{t}:', 60, '{}'],
  }),
  'lib/oauth/lua/register-client.lua': (_ms, run) => ({
    keys: [`{t}:oauth-client:${run}`, '{t}:oauth-clients'],
    args: ['{t}:', String(run), '{}', '{}'],
  }),
  // A program whose keys are gone has a day, whatever it had.
  'lib/oauth/lua/return-clients.lua': (_ms, run) => ({ keys: ['{t}:oauth-clients'], args: ['{t}:', `gone-${run}`] }),
  'lib/oauth/lua/exchange-code.lua': (_ms, run) => ({
    keys: ['{t}:key:c', '{t}:live', `{t}:token-${run}`],
    args: ['{t}:', 'c', 'code', 'client', 'redirect', 'challenge', 60_000, 'refresh', 'family', 1, '{}', '{}'],
  }),
  'lib/oauth/lua/refresh-token.lua': (_ms, run) => ({
    keys: ['{t}:key:d', '{t}:live', `{t}:token-${run}`, `{t}:answer-${run}`],
    args: [
      ...['{t}:', 'd', `r${run}`, run, 'family', 'client', 60_000, `r${run + 1}`, run + 1, 'answer', 60_000, '{}'],
    ],
  }),
  'lib/webhooks/lua/enqueue.lua': (ms, run) => ({
    keys: ['{t}:due', '{t}:queue:s', '{t}:stream:s', `{t}:delivery:${run}`, '{t}:log:e', ...HELD],
    args: ['s', String(run), 'e', 'type', 'sealed', 100, 10_000, ms, 100, '{t}:', '', 1_000_000, 500_000, 'no room'],
  }),
  'lib/webhooks/lua/take-due.lua': (ms, run) => ({
    keys: ['{t}:due', ...HELD],
    args: ['{t}:', 10, 0, `lease-${run}`, ms],
  }),
  'lib/webhooks/lua/send-again.lua': (ms) => ({
    keys: ['{t}:due', '{t}:queue:ended', '{t}:stream:ended', '{t}:delivery:ended', ...HELD],
    args: ['ended', 'ended', ms],
  }),
  'lib/webhooks/lua/settle.lua': () => ({
    keys: ['{t}:due', '{t}:queue:waiting', '{t}:stream:waiting', '{t}:delivery:waits', ...HELD],
    args: ['waiting', 'waits', 'mine', 'waiting', 1_000, '1', '500', '', 100, 100],
  }),
  // A crawl has the life that it began with.
  'lib/crawl/lua/create.lua': (ms, run) => ({
    keys: ['{t}:crawl'],
    args: [
      JSON.stringify({ keep_ms: ms, limit: 9 }),
      600_000,
      JSON.stringify([[`k${run}`, 'h', '', 'page', 0, '', '']]),
    ],
  }),
  'lib/crawl/lua/add.lua': () => ({ keys: ['{t}:crawl'], args: ['[]'] }),
  'lib/crawl/lua/look.lua': () => ({ keys: ['{t}:crawl'], args: ['0', 1] }),
  'lib/crawl/lua/take.lua': (_ms, run) => ({ keys: ['{t}:crawl'], args: [0, `t${run}`, 60_000, 1, 0] }),
  'lib/crawl/lua/finish.lua': () => ({
    keys: ['{t}:crawl'],
    args: ['1', 't', JSON.stringify({ outcome: 'failed', field: '', found: [] })],
  }),
  'lib/crawl/lua/plan.lua': () => ({ keys: ['{t}:crawl'], args: [] }),
  'lib/crawl/lua/stop.lua': () => ({ keys: ['{t}:crawl'], args: ['cancelled', ''] }),
  'lib/crawl/lua/sift.lua': () => ({ keys: ['{t}:crawl'], args: ['k', 's'] }),
  'lib/crawl/lua/pass-gate.lua': (_ms, run) => ({ keys: ['{t}:gate'], args: [`t${run}`, 0, 1_000, 2, 100, 0] }),
  'lib/crawl/lua/begin-request.lua': () => ({ keys: ['{t}:gate'], args: ['t', 0] }),
  'lib/crawl/lua/set-delay.lua': () => ({ keys: ['{t}:gate'], args: [1_000] }),
  'lib/crawl/lua/end-request.lua': () => ({ keys: ['{t}:gate'], args: ['t', 'answered', 0, 0, 5, 60_000] }),
  'lib/crawl/lua/begin-crawl.lua': (ms, run) => ({
    keys: CRAWL_LIST,
    args: [`c${run}`, 'ann', 99, ms, 100, 100, 1, '', 0, ms],
  }),
  'lib/crawl/lua/reserve-bytes.lua': (ms) => ({ keys: CRAWL_LIST, args: ['c0', 'ann', 1, ms, 100, 100] }),
  'lib/crawl/lua/end-in-list.lua': (ms) => ({ keys: CRAWL_LIST, args: ['c', ms, 0] }),
  'lib/crawl/lua/store-result.lua': (ms, run) => ({ keys: ['{t}:results'], args: [`page-${run}`, 'text', ms] }),
  'lib/crawl/lua/pay.lua': (ms, run) => ({
    keys: ['{t}:key:p', '{t}:usage', '{t}:payments'],
    args: ['{t}:', '2026-11', '18:crawl', run, '', '', ms],
  }),
};

beforeEach(async () => {
  await redis.flushdb();
  await redis.hset('{t}:key:p', { digest: 'digest', username: 'ann', name: 'key', created_at: 1, max_parallel: 1_000 });
  await redis.hset('{t}:user:ann', { username: 'ann', generation: '0' });
  const grant = { connector: 'client', redirect_uri: 'redirect', challenge: 'challenge', family: 'family' };
  await redis.hset('{t}:key:c', { ...grant, code: 'code', code_until: Date.now() + 600_000 });
  await redis.hset('{t}:key:d', { ...grant, refresh: 'r0' });
  await redis.set('{t}:oauth-client:client', '{}');
  await redis.hset('{t}:delivery:ended', { state: 'failed', event: 'sealed', stream: 'ended' });
  await redis.zadd('{t}:due', 0, 'waiting');
  await redis.rpush('{t}:queue:waiting', 'waits');
  await redis.hset('{t}:delivery:waits', { state: 'waiting', lease: 'mine' });
  await redis.hset('{t}:session', { username: 'ann', csrf: 'c', generation: '0' });
});

/** When each key with a life ends, by the clock of Redis. */
async function ends(): Promise<Map<string, number>> {
  const times = await Promise.all(
    (await redis.keys('*')).map(async (key) => [key, await redis.pexpiretime(key)] as const),
  );
  return new Map(times.filter(([, at]) => at > 0));
}

describe('every script that gives a key a life', () => {
  it('is in this test', () => {
    const setsLife = (file: string) => /EXPIRE|'PX'|'EX'/.test(luaOf(pathToFileURL(path.resolve(file))));
    const files = ['api', 'jobs', 'lib', 'workers'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
    );
    const scriptFiles = files.filter((file) => file.endsWith('.lua'));
    // What others include is in them.
    const included = new Set(
      scriptFiles.flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/^--- @include "(.+)"/gm)].map(([, name]) =>
          path.join(path.dirname(file), `${name}.lua`),
        ),
      ),
    );
    const isScript = (file: string) =>
      !included.has(file) && !/^local function (prolong|keepSession)/m.test(readFileSync(file, 'utf8'));
    const scripts = scriptFiles.filter((file) => isScript(file) && setsLife(file));
    expect(scripts.sort()).toEqual(Object.keys(calls).sort());
  });

  it.each(Object.entries(calls))('%s never shortens the life of one', async (file, call) => {
    const script = defineScript(luaOf(pathToFileURL(path.resolve(file))), 0);
    const lives = fc.array(fc.integer({ min: 2_000, max: 600_000 }), { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(lives, async (each) => {
        const data = [...(await ends()).keys()].filter((key) => key !== '{t}:session');
        if (data.length > 0) await redis.del(...data);
        await redis.persist('{t}:session');
        for (const [run, ms] of each.entries()) {
          const before = await ends();
          const { keys, args } = call(ms, run);
          await script.run(redis, keys, args);
          const after = await ends();
          for (const [key, at] of before) {
            // What stays without an end has more than any life.
            const stays = (await redis.exists(key)) === 1 ? Number.POSITIVE_INFINITY : 0;
            expect(after.get(key) ?? stays, key).toBeGreaterThanOrEqual(at);
          }
        }
      }),
      { numRuns: runs(0.4) },
    );
  });
});
