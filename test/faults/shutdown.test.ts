import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually, type TestProcess } from '../harness/processes.ts';
import { Stack } from '../harness/stack.ts';
import { Witness } from '../harness/witness.ts';

let stack: Stack;
let witness: Witness;

beforeAll(async () => {
  stack = await Stack.start({ env: { CACHE_TTL_S: '0' } });
  witness = await Witness.of(stack);
});
afterEach(() => witness.everyUpstream({}));
afterAll(() => stack?.stop());

const ALL_OK = { engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' };

/** A web process that will be told to stop. */
async function addLeavingWeb(): Promise<{ web: number; process: TestProcess; port: number }> {
  const url = await stack.addWeb();
  const web = stack.webs.length - 1;
  const process = stack.webs[web];
  if (!process) throw new Error('no web process');
  witness.watchProcesses();
  witness.excuse(process);
  await eventually('it serves', async () => (await witness.search({ web })).status === 200);
  return { web, process, port: Number(new URL(url).port) };
}

/** Whether a new connection is accepted. */
async function connects(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

test('a web process that is told to stop answers what is in flight, takes nothing new, and exits', async () => {
  const { web, process, port } = await addLeavingWeb();
  await witness.everyUpstream({ delayMs: 1_500 });
  const queries = Array.from({ length: 10 }, () => witness.query());
  const pending = Promise.all(queries.map((q) => witness.search({ q, web })));
  for (const q of queries) await witness.untilAsked(q);
  const started = Date.now();
  const ended = process.stop('SIGTERM');
  await eventually('new connections are refused', async () => !(await connects(port)), 1_200);
  expect(process.running, 'it stays for those in flight').toBe(true);
  for (const reply of await pending) {
    expect(reply.status).toBe(200);
    expect(Stack.outcomes(reply)).toEqual(ALL_OK);
  }
  expect(await ended).toBe(0);
  expect(Date.now() - started).toBeLessThan(15_000);
  expect(process.output, 'it exits because all is done, not because its time is up').not.toContain('stopped before');
});

test('a web process that is told to stop while an upstream hangs answers with the others and exits in time', async () => {
  const { web, process } = await addLeavingWeb();
  await stack.knobs('brave', { mode: 'hang' });
  const q = witness.query();
  const pending = witness.search({ q, web });
  await witness.untilAsked(q, ['brave']);
  const started = Date.now();
  const ended = process.stop('SIGTERM');
  const reply = await pending;
  expect(reply.status).toBe(200);
  expect(Stack.outcomes(reply)).toEqual({ engine_a: 'timeout', engine_b: 'ok', engine_c: 'ok' });
  expect(await ended).toBe(0);
  expect(Date.now() - started).toBeLessThan(15_000);
});

test('a search that fails while its web process stops is not counted', async () => {
  const { web, process } = await addLeavingWeb();
  await witness.everyUpstream({ delayMs: 800, status: 500 });
  const q = witness.query();
  const pending = witness.search({ q, web });
  await witness.untilAsked(q);
  // Taking it back costs two round trips then: there is something to wait for.
  await stack.client.script('FLUSH');
  const ended = process.stop('SIGTERM');
  expect((await pending).status).toBe(503);
  expect(await ended).toBe(0);
  await witness.everyUpstream({});
  await witness.expectInvariants();
});

test('an idle web process stops at once, although clients keep their connections open', async () => {
  const { process, port } = await addLeavingWeb();
  const agent = new Agent({ keepAlive: true });
  const held = request({ port, host: '127.0.0.1', path: '/healthz', agent }).end();
  const [response] = await once(held, 'response');
  response.resume();
  await once(response, 'end');
  const started = Date.now();
  expect(await process.stop('SIGTERM')).toBe(0);
  expect(Date.now() - started).toBeLessThan(6_000);
  agent.destroy();
});

test('a client that sends its request never to its end does not keep a web process from stopping', async () => {
  const { process, port } = await addLeavingWeb();
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write('GET /api/v1/web/?q=x HTTP/1.1\r\nhost: x\r\n');
  const started = Date.now();
  expect(await process.stop('SIGTERM')).toBe(0);
  expect(Date.now() - started).toBeLessThan(15_000);
  socket.destroy();
});

test('a second signal does not cut short what the first one lets finish', async () => {
  const { web, process } = await addLeavingWeb();
  await witness.everyUpstream({ delayMs: 1_200 });
  const q = witness.query();
  const pending = witness.search({ q, web });
  await witness.untilAsked(q);
  const ended = process.stop('SIGTERM');
  process.child.kill('SIGTERM');
  process.child.kill('SIGINT');
  const reply = await pending;
  expect(reply.status).toBe(200);
  expect(await ended).toBe(0);
});

test('every process stopped together, the way a platform does it, exits cleanly', async () => {
  const { web } = await addLeavingWeb();
  await witness.everyUpstream({ delayMs: 800 });
  const q = witness.query();
  const pending = witness.search({ q, web });
  await witness.untilAsked(q);
  const processes = [...stack.webs, ...stack.workers].filter(({ running }) => running);
  for (const process of processes) witness.excuse(process);
  const started = Date.now();
  const ended = Promise.all(processes.map((process) => process.stop('SIGTERM')));
  const reply = await pending;
  expect(reply.status).toBe(200);
  expect(Stack.outcomes(reply)).toEqual(ALL_OK);
  expect(new Set(await ended)).toEqual(new Set([0]));
  expect(Date.now() - started).toBeLessThan(15_000);
  await witness.expectInvariants();
});
