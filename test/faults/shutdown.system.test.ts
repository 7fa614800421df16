import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { HeldUpstreams } from '../harness/held-upstreams.ts';
import { eventually, type TestProcess } from '../harness/processes.ts';
import { Stack } from '../harness/stack.ts';
import { TestApp } from '../harness/test-app.ts';
import { Witness } from '../harness/witness.ts';

let stack: Stack;
let witness: Witness;
let upstreams: HeldUpstreams;

beforeAll(async () => {
  upstreams = await HeldUpstreams.start();
  const env = { CACHE_TTL_S: '0' };
  stack = await Stack.start({ env: (sandbox) => ({ ...upstreams.settings(sandbox), ...env }) });
  witness = await Witness.of(stack);
});
afterEach(async () => {
  upstreams.letGo();
  await witness.everyUpstream({});
});
afterAll(async () => {
  await stack?.stop();
  await upstreams?.close();
});

const ALL_OK = { engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' };
/** What a process writes that is cut short. */
const CUT_SHORT = 'stopped before all work had finished';

/** A web process that will be told to stop. */
async function addLeavingWeb(
  more: Record<string, string> = {},
): Promise<{ web: number; process: TestProcess; port: number }> {
  const url = await stack.addWeb(more);
  const web = stack.webs.length - 1;
  const process = stack.webs[web];
  if (!process) throw new Error('no web process');
  witness.watchProcesses();
  witness.excuse(process);
  await stack.untilSearching(web);
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

test('a web process that is told to stop, once or thrice, answers what is in flight, takes nothing new, and exits although clients keep their connections', async () => {
  // A thread has to end with its process, too.
  const { web, process, port } = await addLeavingWeb({ INSTANT_THREADS: '1' });
  const agent = new Agent({ keepAlive: true });
  const [response] = await once(request({ port, host: '127.0.0.1', path: '/healthz', agent }).end(), 'response');
  response.resume();
  await once(response, 'end');

  upstreams.hold();
  const queries = Array.from({ length: 5 }, () => witness.query());
  const pending = Promise.all(queries.map((q) => witness.search({ q, web })));
  for (const q of queries) await witness.untilAsked(q);
  const ended = process.stop('SIGTERM');
  process.child.kill('SIGTERM');
  process.child.kill('SIGINT');
  await eventually('new connections are refused', async () => !(await connects(port)));
  expect(process.running, 'it stays for those in flight').toBe(true);
  upstreams.letGo();
  for (const reply of await pending) {
    expect(reply.status).toBe(200);
    expect(Stack.outcomes(reply)).toEqual(ALL_OK);
  }
  expect(await ended).toBe(0);
  expect(process.output, 'it exits because all is done, not because its time is up').not.toContain(CUT_SHORT);
  agent.destroy();
});

test('a web process that is told to stop while an upstream hangs answers with the others, does not count what fails, and exits', async () => {
  const { web, process } = await addLeavingWeb();
  await stack.knobs('brave', { mode: 'hang' });
  const hanging = witness.query();
  const answered = witness.search({ q: hanging, web });
  await witness.untilAsked(hanging);
  await witness.everyUpstream({ status: 500 });
  upstreams.hold();
  const failing = witness.query();
  const failed = witness.search({ q: failing, web });
  await witness.untilAsked(failing);
  // Taking it back costs two round trips then: there is something to wait for.
  await stack.client.script('FLUSH');
  const ended = process.stop('SIGTERM');
  await eventually('it is told', () => process.output.includes('stopping'));
  upstreams.letGo();
  expect((await failed).status).toBe(503);
  const reply = await answered;
  expect(reply.status).toBe(200);
  expect(Stack.outcomes(reply)).toEqual({ engine_a: 'timeout', engine_b: 'ok', engine_c: 'ok' });
  expect(await ended).toBe(0);
  expect(process.output).not.toContain(CUT_SHORT);
  await witness.expectInvariants();
});

test('every process stopped together, the way a platform does it, exits by itself, even when a client never ends its request', async () => {
  const socket = connect(Number(new URL(stack.urls[0] as string).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write('GET /api/v1/web/?q=x HTTP/1.1\r\nhost: x\r\n');
  upstreams.hold();
  const q = witness.query();
  const pending = witness.search({ q });
  await witness.untilAsked(q);
  const processes = [...stack.webs, ...stack.workers].filter(({ running }) => running);
  for (const process of processes) witness.excuse(process);
  const ended = Promise.all(processes.map((process) => process.stop('SIGTERM')));
  await eventually('they are told', () => processes.every(({ output }) => output.includes('stopping')));
  upstreams.letGo();
  const reply = await pending;
  expect(reply.status).toBe(200);
  expect(Stack.outcomes(reply)).toEqual(ALL_OK);
  expect(new Set(await ended)).toEqual(new Set([0]));
  socket.destroy();
  await witness.expectInvariants();
});

test('a client that has connected and never sent a request does not hold up the stop', async () => {
  const app = await TestApp.start({ queue: 'redis', workers: 0 });
  const socket = connect(Number(new URL(app.urls[0] as string).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  // Node alone would wait for it longer than this test may take.
  await app.stop();
  await closed;
  expect(socket.bytesRead).toBe(0);
});
