import { mkdirSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { generateKey } from '../../lib/keys/key-format.ts';
import { eventually } from '../harness/processes.ts';
import { Stack } from '../harness/stack.ts';
import { Witness } from '../harness/witness.ts';

let stack: Stack;
let witness: Witness;

beforeAll(async () => {
  stack = await Stack.start({ env: { CACHE_TTL_S: '0' } });
  witness = await Witness.of(stack);
});
afterEach(() => makeRoom());
afterAll(() => stack?.stop());

/** Far below what Redis uses already: with `noeviction` every command that needs memory fails. */
async function fill(): Promise<void> {
  await stack.client.config('SET', 'maxmemory', '1mb');
  await expect(stack.client.set('probe', 'x')).rejects.toThrow(/^OOM/);
}

async function makeRoom(): Promise<void> {
  await stack.client.config('SET', 'maxmemory', '0');
}

/** Has Redis write a snapshot, with the outcome that the test needs. */
async function saveSnapshot(outcome: 'ok' | 'err'): Promise<void> {
  await stack.client.bgsave();
  await eventually(`the snapshot is ${outcome}`, async () => {
    const info = await stack.client.info('persistence');
    return info.includes('rdb_bgsave_in_progress:0') && info.includes(`rdb_last_bgsave_status:${outcome}`);
  });
}

async function readyz(): Promise<{ status: number; text: string }> {
  const response = await fetch(`${stack.urls[0]}/readyz`);
  return { status: response.status, text: await response.text() };
}

async function untilBack(): Promise<void> {
  await eventually('every engine answers again', async () => {
    const reply = await witness.search();
    return reply.status === 200 && reply.body.engine.length === 3;
  });
}

test('a Redis without memory refuses what must write, says why, and heals by itself', async () => {
  await untilBack();
  await fill();
  for (let i = 0; i < 5; i++) {
    const reply = await witness.search();
    expect(reply.status).toBe(503);
    // Nothing of Redis' own words is for callers.
    expect(reply.text).not.toMatch(/OOM|maxmemory|script/i);
    expect(reply.ms).toBeLessThan(3_000);
  }
  const ready = await readyz();
  expect(ready.status).toBe(503);
  expect(ready.text).toMatch(/OOM|memory/i);
  expect((await fetch(`${stack.urls[0]}/healthz`)).status).toBe(200);

  await makeRoom();
  expect((await readyz()).status).toBe(200);
  await untilBack();
});

test('what only reads goes on while Redis has no memory: an unknown key is told so', async () => {
  await fill();
  const unknown = await stack.get('/api/v1/web/?q=x', { key: generateKey().key });
  expect(unknown.status).toBe(401);
  expect(unknown.body).toEqual({ detail: 'Invalid or revoked API key.' });
  await makeRoom();
});

test('searches that are under way when the memory runs out still get their answers', async () => {
  await untilBack();
  await witness.everyUpstream({ delayMs: 800 });
  const queries = Array.from({ length: 5 }, () => witness.query());
  const pending = Promise.all(queries.map((q) => witness.search({ q })));
  for (const q of queries) await witness.untilAsked(q);
  await fill();
  const replies = await pending;
  await makeRoom();
  await witness.everyUpstream({});
  // Publishing needs no memory.
  for (const reply of replies) {
    expect(reply.status).toBe(200);
    expect(Stack.outcomes(reply)).toEqual({ engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' });
  }
  await untilBack();
});

test('searches that fail while Redis has no memory are not counted once there is room again', async () => {
  await untilBack();
  await witness.everyUpstream({ delayMs: 800, status: 500 });
  const queries = Array.from({ length: 2 }, () => witness.query());
  const pending = Promise.all(queries.map((q) => witness.search({ q })));
  for (const q of queries) await witness.untilAsked(q);
  await fill();
  for (const reply of await pending) expect(reply.status).toBe(503);
  await makeRoom();
  await witness.everyUpstream({});
  await untilBack();
  await witness.expectInvariants();
});

test('workers that went without work while Redis had no memory work again soon after', async () => {
  await untilBack();
  await fill();
  // An idle worker asks for work every five seconds: long enough for each to have failed at least once.
  const until = Date.now() + 6_000;
  while (Date.now() < until) {
    expect((await witness.search()).status).toBe(503);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await makeRoom();
  const roomAt = Date.now();
  await untilBack();
  expect(Date.now() - roomAt).toBeLessThan(9_000);
});

test('a Redis that cannot write to its disk refuses what must write, says why, and heals by itself', async () => {
  await untilBack();
  // A folder in the place of the snapshot: it cannot be written, as on a full disk.
  const snapshot = path.join(stack.redis.dir, 'dump.rdb');
  mkdirSync(snapshot);
  await stack.client.config('SET', 'save', '3600 1');
  await saveSnapshot('err');
  for (let i = 0; i < 3; i++) {
    const reply = await witness.search();
    expect(reply.status).toBe(503);
    expect(reply.text).not.toMatch(/MISCONF|RDB|disk/i);
  }
  const ready = await readyz();
  expect(ready.status).toBe(503);
  expect(ready.text).toMatch(/MISCONF|disk/);
  const unknown = await stack.get('/api/v1/web/?q=x', { key: generateKey().key });
  expect(unknown.status).toBe(401);

  rmdirSync(snapshot);
  await saveSnapshot('ok');
  await untilBack();
  expect((await readyz()).status).toBe(200);
});

test('after all of that no process has exited, nothing has piled up and usage is the number of 200s', async () => {
  await witness.expectInvariants();
});
