import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { defineScript, luaOf } from '../../lib/redis/redis-script.ts';
import { redisForSuite } from '../harness/redis.ts';

/** What requests share in Redis: none with a short life of its own takes it from those with a long one. */
const redis = await redisForSuite();

/** Keys and arguments of a script for a life in milliseconds. Each run may be that of another process. */
type Call = (ms: number, run: number) => { keys: string[]; args: (string | number)[] };

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
  // The list before always stays as long.
  'lib/rules/lua/set-rules.lua': (_ms, run) => ({
    keys: ['{t}:user:ann', `{t}:rules:${run}`],
    args: ['{t}:rules:', String(run), '*', 'text', '$boost'],
  }),
  'workers/lua/note-lists.lua': (ms, run) => ({ keys: ['notes'], args: [run, `1 list-${run}`, ms, 100] }),
  'lib/providers/lua/record-statistics.lua': (ms) => ({
    keys: ['{t}:latency', '{t}:failures'],
    args: [1, 10, Math.ceil(ms / 60_000), 10, Math.ceil(ms / 1_000), 'timeout'],
  }),
  'lib/accounts/lua/count-guess.lua': (ms) => ({ keys: ['guesses'], args: [ms, 'field', 100] }),
  // The lives of sessions, programs and notes are settings or fixed: the same for all.
  'lib/accounts/lua/read-session.lua': () => ({ keys: ['{t}:session'], args: ['{t}:', 'id', 60_000, 600_000, 0] }),
  'lib/accounts/lua/start-session.lua': (_ms, run) => ({
    keys: [`{t}:session-${run}`, '{t}:user:ann', '{t}:user-sessions:ann', `{t}:confirmed-${run}`],
    args: ['{t}:', `id-${run}`, '0', 60_000, 600_000, 30_000, '{}', 'username', 'ann'],
  }),
  'lib/audit/lua/record-reading.lua': (_ms, run) => ({
    keys: [`{t}:reading-${run % 2}`],
    args: ['{t}:', 60, '{}'],
  }),
  'lib/oauth/lua/register-client.lua': (_ms, run) => ({
    keys: [`{t}:oauth-client:${run}`, '{t}:oauth-clients'],
    args: ['{t}:', String(run), '{}', 60_000, 100, '{}'],
  }),
  'lib/oauth/lua/exchange-code.lua': (_ms, run) => ({
    keys: ['{t}:key:c', '{t}:live', `{t}:token-${run}`],
    args: ['{t}:', 'c', 'code', 'client', 'redirect', 'challenge', 60_000, 'refresh', 'family', 600_000, '{}', '{}'],
  }),
  'lib/oauth/lua/refresh-token.lua': (_ms, run) => ({
    keys: ['{t}:key:d', '{t}:live', `{t}:token-${run}`, `{t}:answer-${run}`],
    args: ['{t}:', 'd', `r${run}`, 'family', 'client', 60_000, `r${run + 1}`, 'answer', 60_000, 600_000, '{}'],
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
    const isScript = (file: string) =>
      file.endsWith('.lua') && !/^local function (prolong|keepSession)/m.test(readFileSync(file, 'utf8'));
    const scripts = files.filter((file) => isScript(file) && setsLife(file));
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
      { numRuns: 20 },
    );
  });
});
