import { mkdirSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { generateKey } from '../../lib/keys/key-format.ts';
import { isRedisAway } from '../../lib/redis/redis.ts';
import { HeldUpstreams } from '../harness/held-upstreams.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';
import { Witness } from '../harness/witness.ts';

let app: TestApp;
let witness: Witness;
let upstreams: HeldUpstreams;

beforeAll(async () => {
  upstreams = await HeldUpstreams.start();
  app = await TestApp.start({
    queue: 'redis',
    ownRedis: true,
    // The deadline is longer than any test may take: a reply that waited for it would never be seen.
    env: (sandbox) => ({ ...upstreams.settings(sandbox), CACHE_TTL_S: '0', REQUEST_DEADLINE_MS: '60000' }),
  });
  witness = await Witness.of(app);
});
afterEach(async () => {
  await makeRoom();
  upstreams.letGo();
  await witness.everyUpstream({});
});
afterAll(async () => {
  await app?.stop();
  await upstreams?.close();
});

/** Far below what Redis uses already: with `noeviction` every command that needs memory fails. */
async function fill(): Promise<void> {
  await app.client.config('SET', 'maxmemory', '1mb');
  await expect(app.client.set('probe', 'x')).rejects.toThrow(/^OOM/);
}

test('a transaction that a full Redis discards is an outage, like a single command', async () => {
  await fill();
  const discarded = await app.client
    .multi()
    .set('probe', 'x')
    .exec()
    .catch((error: unknown) => error);
  expect(String(discarded)).toContain('EXECABORT');
  expect(isRedisAway(discarded)).toBe(true);
  await makeRoom();
  // One that is wrong in itself is a fault of ours.
  const wrong = await app.client
    .multi()
    .call('SET', 'probe')
    .exec()
    .catch((error: unknown) => error);
  expect(String(wrong)).toContain('EXECABORT');
  expect(isRedisAway(wrong)).toBe(false);
});

async function makeRoom(): Promise<void> {
  await app.client.config('SET', 'maxmemory', '0');
}

/** Has Redis write a snapshot, with the outcome that the test needs. */
async function saveSnapshot(outcome: 'ok' | 'err'): Promise<void> {
  await app.client.bgsave();
  await eventually(`the snapshot is ${outcome}`, async () => {
    const info = await app.client.info('persistence');
    return info.includes('rdb_bgsave_in_progress:0') && info.includes(`rdb_last_bgsave_status:${outcome}`);
  });
}

/** Waits for this status of `/readyz`, which is checked once a second, and returns its text. */
function readyz(status: number): Promise<string> {
  return eventually(`readiness is ${status}`, async () => {
    const response = await fetch(`${app.urls[0]}/readyz`);
    return response.status === status && response.text();
  });
}

test('a Redis without memory refuses what must write, says why, and heals by itself', async () => {
  await witness.untilEveryEngineAnswers();
  await fill();
  for (let i = 0; i < 5; i++) {
    const reply = await witness.search();
    expect(reply.status).toBe(503);
    // Nothing of Redis' own words is for callers.
    expect(reply.text).not.toMatch(/OOM|maxmemory|script/i);
  }
  const reasons = await eventually('the reason is the memory alone', async () => {
    // By now no worker could announce itself any more, which is no other reason.
    await app.webs[0]?.running.services.workers.look();
    return app.webs[0]?.running.services.workers.count === 0 && readyz(503);
  });
  expect(JSON.parse(reasons)).toEqual({ status: 'unavailable', reasons: [expect.stringMatching(/OOM|memory/i)] });
  expect((await fetch(`${app.urls[0]}/healthz`)).status).toBe(200);

  await makeRoom();
  await readyz(200);
  await witness.untilEveryEngineAnswers();
});

test('what only reads goes on while Redis has no memory: an unknown key is told so', async () => {
  await fill();
  const unknown = await app.get('/api/v1/web/?q=x', { key: generateKey().key });
  expect(unknown.status).toBe(401);
  expect(unknown.body).toEqual({ detail: 'Invalid or revoked API key.' });
  await makeRoom();
});

test('searches that are under way when the memory runs out still get their answers', async () => {
  await witness.untilEveryEngineAnswers();
  upstreams.hold();
  const queries = Array.from({ length: 5 }, () => witness.query());
  const pending = Promise.all(queries.map((q) => witness.search({ q })));
  for (const q of queries) await witness.untilAsked(q);
  await fill();
  upstreams.letGo();
  const replies = await pending;
  await makeRoom();
  // Publishing needs no memory.
  for (const reply of replies) {
    expect(reply.status).toBe(200);
    expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' });
  }
  await witness.untilEveryEngineAnswers();
});

test('searches that fail while Redis has no memory are not counted once there is room again', async () => {
  await witness.untilEveryEngineAnswers();
  await witness.everyUpstream({ status: 500 });
  upstreams.hold();
  const queries = Array.from({ length: 2 }, () => witness.query());
  const pending = Promise.all(queries.map((q) => witness.search({ q })));
  for (const q of queries) await witness.untilAsked(q);
  await fill();
  upstreams.letGo();
  for (const reply of await pending) expect(reply.status).toBe(503);
  await makeRoom();
  await witness.everyUpstream({});
  await witness.untilEveryEngineAnswers();
  await witness.expectInvariants();
});

/** Connections on which a worker waits for work. */
async function waitingForWork(): Promise<string[]> {
  const list = String(await app.client.client('LIST', 'TYPE', 'NORMAL'));
  return list.split('\n').flatMap((line) => (/ flags=\w*b/.test(line) ? [/^id=(\d+)/.exec(line)?.[1] ?? ''] : []));
}

async function failedScripts(): Promise<number> {
  const stats = /^cmdstat_evalsha:.*rejected_calls=(\d+),failed_calls=(\d+)/m.exec(
    await app.client.info('commandstats'),
  );
  return Number(stats?.[1] ?? 0) + Number(stats?.[2] ?? 0);
}

test('workers that went without work while Redis had no memory work again soon after', async () => {
  await witness.untilEveryEngineAnswers();
  const idle = await eventually('the workers wait for work', async () => {
    const ids = await waitingForWork();
    return ids.length >= 1 && ids;
  });
  await fill();
  // An idle worker asks for work every few seconds; here each does so now, and fails.
  const before = await failedScripts();
  for (const id of idle) await app.client.client('UNBLOCK', id, 'TIMEOUT');
  await eventually('every worker has failed', async () => (await failedScripts()) >= before + idle.length);
  expect((await witness.search()).status).toBe(503);
  await makeRoom();
  await witness.untilEveryEngineAnswers();
});

test('under load, a Redis that has memory again is ready each time, and so is every part', {
  timeout: 120_000,
}, async () => {
  let isOver = false;
  const load = Array.from({ length: 20 }, async () => {
    while (!isOver) await witness.search();
  });
  for (let round = 0; round < 2; round++) {
    await fill();
    await readyz(503);
    await makeRoom();
    await readyz(200);
    await witness.untilEveryEngineAnswers();
  }
  isOver = true;
  await Promise.all(load);
});

test('a Redis that cannot write to its disk refuses what must write, says why, and heals by itself', async () => {
  await witness.untilEveryEngineAnswers();
  // A folder in the place of the snapshot: it cannot be written, as on a full disk.
  const snapshot = path.join(app.redis.dir, 'dump.rdb');
  mkdirSync(snapshot);
  await app.client.config('SET', 'save', '3600 1');
  await saveSnapshot('err');
  for (let i = 0; i < 3; i++) {
    const reply = await witness.search();
    expect(reply.status).toBe(503);
    expect(reply.text).not.toMatch(/MISCONF|RDB|disk/i);
  }
  expect(await readyz(503)).toMatch(/MISCONF|disk/);
  const unknown = await app.get('/api/v1/web/?q=x', { key: generateKey().key });
  expect(unknown.status).toBe(401);

  rmdirSync(snapshot);
  await saveSnapshot('ok');
  await witness.untilEveryEngineAnswers();
  await readyz(200);
});

test('after all of that no process has exited, nothing has piled up and usage is the number of 200s', async () => {
  await witness.expectInvariants();
});
