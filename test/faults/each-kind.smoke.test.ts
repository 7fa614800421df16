import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { BadClients } from '../harness/bad-clients.ts';
import { HeldUpstreams } from '../harness/held-upstreams.ts';
import { eventually, type TestProcess } from '../harness/processes.ts';
import { Stack } from '../harness/stack.ts';
import type { Reply } from '../harness/test-system.ts';
import { Witness } from '../harness/witness.ts';

// One stack of real processes, and one test for each kind of fault. The other files of this folder have the rest.
let stack: Stack;
let witness: Witness;
let upstreams: HeldUpstreams;

const ALL_OK = { engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' };

beforeAll(async () => {
  upstreams = await HeldUpstreams.start();
  // A reply that waited for its deadline would never be seen.
  const env = { CACHE_TTL_S: '0', REQUEST_DEADLINE_MS: '60000' };
  stack = await Stack.start({ env: (sandbox) => ({ ...upstreams.settings(sandbox), ...env }) });
  witness = await Witness.of(stack);
});
afterEach(async () => {
  upstreams.letGo();
  stack.redis.thaw();
  await stack.healUpstreams();
});
afterAll(async () => {
  await stack?.stop();
  await upstreams?.close();
});

/** A search that waits for its engines until they are let go. */
async function searchInFlight(web = 0): Promise<{ reply: Promise<Reply> }> {
  upstreams.hold();
  const q = witness.query();
  const reply = witness.search({ q, web });
  await witness.untilAsked(q);
  return { reply };
}

/** The newest of these processes, which is meant to end. */
function leaving(processes: readonly TestProcess[]): TestProcess {
  const process = processes.at(-1);
  if (!process) throw new Error('There is no process.');
  witness.watchProcesses();
  witness.excuse(process);
  return process;
}

const readiness = (status: number) =>
  eventually(`readiness is ${status}`, async () => {
    const reply = await stack.get('/readyz', { key: '' });
    return reply.status === status && reply.text;
  });

test('an engine fails: the others answer, and it is named', async () => {
  await witness.untilEveryEngineAnswers();
  await stack.knobs('brave', { status: 500 });
  const reply = await witness.search();
  expect(reply.status).toBe(200);
  expect(Stack.outcomes(reply)).toEqual({ ...ALL_OK, engine_a: 'error' });
  expect(reply.body.engine).toEqual(['engine_b', 'engine_c']);
});

test('clients send half a request or nothing: nobody waits for them', async () => {
  const clients = new BadClients();
  const [url = ''] = stack.urls;
  await clients.connect(url, 100, 'GET /api/v1/web/?q=x HTTP/1.1\r\nhost: x\r\n');
  await clients.connect(url, 100, '');
  expect((await witness.search()).status).toBe(200);
  clients.leave();
});

test('Redis is frozen: searches are refused, readiness says why, and all is well after the thaw', async () => {
  stack.redis.freeze();
  expect((await witness.search()).status).toBe(503);
  expect(await readiness(503)).toMatch(/Redis/);
  expect((await stack.get('/healthz', { key: '' })).status).toBe(200);
  stack.redis.thaw();
  await witness.untilEveryEngineAnswers();
});

test('Redis dies: searches are refused, and keys and usage are there when it is back', async () => {
  await stack.redis.kill('SIGKILL');
  expect((await witness.search()).status).toBe(503);
  expect((await stack.get('/api/v1/web/?q=x', { key: 'trib_aaaaaaaa.garbage' })).status).toBe(401);
  await stack.redis.start();
  await witness.untilEveryEngineAnswers();
});

test('a worker is told to stop: the searches that it has taken are answered', async () => {
  const { reply } = await searchInFlight();
  const worker = leaving(stack.workers);
  const ended = worker.stop('SIGTERM');
  await eventually('it is told', () => worker.output.includes('stopping'));
  upstreams.letGo();
  expect(Stack.outcomes(await reply)).toEqual(ALL_OK);
  expect(await ended).toBe(0);
  stack.addWorker();
  await readiness(200);
});

test('a web process is killed: another one serves its clients', async () => {
  await stack.addWeb();
  await stack.untilReady();
  await leaving(stack.webs).stop('SIGKILL');
  await expect(witness.search({ web: 1 })).rejects.toThrow();
  await witness.untilEveryEngineAnswers();
});

test('after all of that nothing has piled up, and usage is the number of 200s', async () => {
  await witness.expectInvariants();
});

test('the last worker is killed: its searches are answered once that is seen, and another worker serves', async () => {
  const { reply } = await searchInFlight();
  await leaving(stack.workers).stop('SIGKILL');
  expect((await reply).status).toBe(503);
  expect(await readiness(503)).toMatch(/worker/i);
  expect((await witness.search()).body.detail).toMatch(/worker/);
  upstreams.letGo();
  stack.addWorker();
  await readiness(200);
  await witness.untilEveryEngineAnswers();
});

test('all processes are told to stop: what is in flight is answered', async () => {
  const { reply } = await searchInFlight();
  const running = [...stack.webs, ...stack.workers].filter((process) => process.running);
  const ended = Promise.all(running.map((process) => process.stop('SIGTERM')));
  await eventually('they are told', () => running.every(({ output }) => output.includes('stopping')));
  upstreams.letGo();
  expect(Stack.outcomes(await reply)).toEqual(ALL_OK);
  expect(await ended).toEqual([0, 0]);
});
