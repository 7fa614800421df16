import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../harness/processes.ts';
import { RoundRobinProxy } from '../harness/round-robin-proxy.ts';
import { Stack } from '../harness/stack.ts';
import { TestApp } from '../harness/test-app.ts';
import type { TestSystem } from '../harness/test-system.ts';

let system: TestSystem | undefined;
let proxy: RoundRobinProxy | undefined;
afterEach(async () => {
  await proxy?.close();
  await system?.stop();
  proxy = undefined;
  system = undefined;
});

/** Between two requests of a client: more of them would show nothing else and keep the machine busy. */
const PAUSE_MS = 20;

/** Sends searches, one after the other, until told to end; returns how often each status came. */
function steadyLoad(url: string, key: string) {
  const statuses: Record<string, number> = {};
  let ended = false;
  const client = async (name: number) => {
    for (let i = 0; !ended; i++) {
      const path = i % 10 === 0 ? `/api/v1/web/?q=fresh+${name}+${i}` : '/api/v1/web/?q=linux';
      const status = await fetch(`${url}${path}`, { headers: { authorization: `Api-Key ${key}` } }).then(
        async (reply) => {
          const text = await reply.text();
          return reply.ok ? String(reply.status) : `${reply.status} ${text}`;
        },
        (error: Error) => error.message,
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
      await sleep(PAUSE_MS);
    }
  };
  const clients = Array.from({ length: 6 }, (_, name) => client(name));
  return {
    statuses,
    async end() {
      ended = true;
      await Promise.all(clients);
      return statuses;
    },
  };
}

test('web processes behind a proxy are restarted one by one under load, and no request fails', async () => {
  // Long enough that a busy machine is no reason to refuse a search.
  const env = { SHUTDOWN_DRAIN_MS: '2000', API_THROTTLE_SUSTAINED: 'off', REQUEST_DEADLINE_MS: '60000' };
  const stack = await Stack.start({ web: 2, env });
  system = stack;
  proxy = await RoundRobinProxy.start(...stack.urls);
  const { url } = proxy;
  await eventually('the proxy serves', async () => (await fetch(`${url}/readyz`)).ok);
  const load = steadyLoad(url, stack.key);
  for (const web of [...stack.webs]) {
    expect(await web.stop('SIGTERM')).toBe(0);
    const next = await stack.addWeb();
    proxy.add(next);
    await eventually('its successor serves', () => proxy?.uses(next));
  }
  const statuses = await load.end();
  expect(statuses[200]).toBeGreaterThan(100);
  expect(statuses).toEqual({ 200: statuses[200] });
}, 90_000);

test('a web process that is told to stop is not ready at once, but serves until its drain time is over', async () => {
  const app = await TestApp.start({ queue: 'redis', env: { SHUTDOWN_DRAIN_MS: '3000' } });
  system = app;
  await eventually('it is ready', async () => (await app.get('/readyz')).status === 200);
  const stopped = app.webs[0]?.stop();
  const readiness = await app.get('/readyz');
  expect(readiness.status).toBe(503);
  expect(readiness.body).toEqual({ status: 'unavailable', reasons: ['This process is stopping.'] });
  const reply = await app.search('linux');
  expect(reply.status).toBe(200);
  expect(reply.headers.get('connection')).toBe('close');
  await stopped;
});

test('a request on a connection that a closing web process has accepted is answered like any other', async () => {
  const app = await TestApp.start({ queue: 'redis' });
  system = app;
  const port = Number(new URL(app.urls[0] as string).port);
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  // The server accepts connections in order.
  await app.get('/healthz');
  const stopped = app.webs[0]?.stop();
  socket.write(`GET /api/v1/web/?q=linux HTTP/1.1\r\nHost: a\r\nAuthorization: Api-Key ${app.key}\r\n\r\n`);
  let text = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  await once(socket, 'close');
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(text).toMatch(/^x-request-id: \S+\r$/im);
  expect(text).toMatch(/^connection: close\r$/im);
  await stopped;
});
