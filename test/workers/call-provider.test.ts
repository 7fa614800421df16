import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../lib/config/config.ts';
import { Deadline } from '../../lib/deadline.ts';
import type { Operation } from '../../lib/providers/adapter.ts';
import type { Provider } from '../../lib/providers/provider.ts';
import { buildRoster } from '../../lib/providers/roster.ts';
import { callProvider } from '../../workers/call-provider.ts';
import { UpstreamHttp } from '../../workers/upstream-http.ts';

const TIMEOUT_MS = 300;
const BUDGET_MS = 6_000;
const http = new UpstreamHttp();
const brave = buildRoster(readConfig({ BRAVE_API_KEY: 'key' })).providers.get('brave') as Provider;
const sockets = new Set<Socket>();
const bugs: unknown[] = [];
/** An upstream that never answers. */
const silent = createServer((socket) => {
  sockets.add(socket);
  socket.on('error', () => {});
});
beforeAll(async () => {
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterAll(async () => {
  await http.close();
  for (const socket of sockets) socket.destroy();
  silent.close();
});

const operation: Operation<unknown, unknown> = {
  input: z.unknown(),
  output: z.unknown(),
  timeoutMs: TIMEOUT_MS,
  request: () => ({ url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`, headers: {} }),
  parse: () => null,
};

async function codeOf(deadline: Deadline, meanwhile = () => {}): Promise<string> {
  const call = callProvider(http, brave, operation, {}, deadline, BUDGET_MS, (error) => bugs.push(error));
  meanwhile();
  const result = await call;
  return result.ok ? 'ok' : result.failure.code;
}

/** Keeps the event loop busy for longer than the call may take. */
function spin(): void {
  const until = performance.now() + TIMEOUT_MS * 2;
  while (performance.now() < until);
}

describe('a call without an answer', () => {
  it('is the upstream’s fault if it had its full time', async () => {
    expect(await codeOf(Deadline.in(BUDGET_MS))).toBe('timeout');
  });

  it('had as much time as the operator set', async () => {
    const patient = readConfig({ BRAVE_API_KEY: 'key', BRAVE_TIMEOUT_MS: '900' });
    const provider = buildRoster(patient).providers.get('brave') as Provider;
    const { ms } = await callProvider(http, provider, operation, {}, Deadline.in(BUDGET_MS), BUDGET_MS, () => {});
    expect(ms).toBeGreaterThanOrEqual(890);
  });

  it('is nobody’s fault if it began late', async () => {
    expect(await codeOf(Deadline.in(TIMEOUT_MS / 2))).toBe('expired');
  });

  it('is nobody’s fault if this process was too busy to notice an answer', async () => {
    expect(await codeOf(Deadline.in(BUDGET_MS), spin)).toBe('expired');
  });
});

/** An upstream in a thread of its own, so that it answers while this one is busy. */
const UPSTREAM = `
  const { createServer } = require('node:http');
  const { parentPort } = require('node:worker_threads');
  const server = createServer((_, response) => setTimeout(() => response.end('{}'), ${TIMEOUT_MS / 3}));
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

describe('a call whose answer has arrived in time', () => {
  it('has it, although this process was too busy to read it by then', async () => {
    const upstream = new Worker(UPSTREAM, { eval: true });
    const [port] = await once(upstream, 'message');
    const request = () => ({ url: `http://127.0.0.1:${port}/`, headers: {} });
    const call = () =>
      callProvider(http, brave, { ...operation, request }, {}, Deadline.in(BUDGET_MS), BUDGET_MS, (error) =>
        bugs.push(error),
      );
    // The first call makes the connection.
    await call();
    const answered = call();
    // Sent by then, and not answered.
    await new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS / 6));
    // Not in a timer: after it, those that are due would wait for what has arrived anyway.
    setImmediate(spin);
    expect(await answered).toMatchObject({ ok: true });
    await upstream.terminate();
  });
});

describe('a call whose connection fails', () => {
  /** How often it is sent, if each attempt fails after some time. */
  async function attempts(timeoutMs: number): Promise<number> {
    let sent = 0;
    const fetch: UpstreamHttp['fetch'] = async () => {
      sent += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
      throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    };
    const limited = { ...operation, timeoutMs };
    await callProvider({ fetch }, brave, limited, {}, Deadline.in(BUDGET_MS), BUDGET_MS, (error) => bugs.push(error));
    return sent;
  }

  it('is sent once more only if the call itself has the time, however much the request has', async () => {
    expect(await attempts(3_000)).toBe(2);
    expect(await attempts(620)).toBe(1);
  });
});

describe('a call of two requests', () => {
  const stackexchange = buildRoster(readConfig({ ENGINE_A: 'stackexchange' })).providers.get(
    'stackexchange',
  ) as Provider;
  const settings = { ...stackexchange.settings, own: { STACKEXCHANGE_SITES: 'superuser.com,unix.stackexchange.com' } };
  const input = { q: 'pipes', page: 1, lang: '', safe: true, date: null };
  const ask = async (first: object) => {
    const bodies = [{ items: [], ...first }, { items: [] }];
    let sent = 0;
    const fetch: UpstreamHttp['fetch'] = async () => {
      const body = JSON.stringify(bodies[sent] ?? {});
      sent += 1;
      return { status: 200, headers: {}, body };
    };
    const web = stackexchange.adapter.operations.web as Operation<unknown, unknown>;
    const provider = { ...stackexchange, settings };
    const outcome = await callProvider({ fetch }, provider, web, input, Deadline.in(BUDGET_MS), BUDGET_MS, () => {});
    return { sent, pauseMs: outcome.ok ? outcome.value.pauseMs : outcome.failure };
  };

  it('sends no second one to a service that asks for a pause in its first response, and keeps it', async () => {
    expect(await ask({})).toEqual({ sent: 2, pauseMs: 0 });
    expect(await ask({ backoff: 10 })).toEqual({ sent: 1, pauseMs: 10_000 });
  });
});

describe('an error in an adapter', () => {
  it('is our own failure, and told with its stack', async () => {
    bugs.length = 0;
    const broken = { ...operation, request: () => (undefined as unknown as { url: string }).url as never };
    const onBug = (error: unknown) => bugs.push(error);
    const outcome = await callProvider(http, brave, broken, {}, Deadline.in(BUDGET_MS), BUDGET_MS, onBug);
    expect(outcome).toMatchObject({ ok: false, failure: { code: 'internal', reason: 'the adapter failed' } });
    expect(bugs).toHaveLength(1);
    expect((bugs[0] as Error).stack).toContain('call-provider.test.ts');
  });
});

describe('a connection that breaks after the request was sent', () => {
  const asked = async (method: 'GET' | 'POST', provider: Provider) => {
    let requests = 0;
    const server = createServer((socket) => {
      socket
        .on('error', () => {})
        .once('data', () => {
          requests += 1;
          socket.resetAndDestroy();
        });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const sent = { ...operation, timeoutMs: 3_000, request: () => ({ url, method, headers: {} }) };
    const outcome = await callProvider(http, provider, sent, {}, Deadline.in(BUDGET_MS), BUDGET_MS, () => {});
    expect(outcome).toMatchObject({ ok: false, failure: { code: 'upstream' } });
    server.close();
    return requests;
  };

  it('is tried once more, but not a POST to a provider that may bill it twice', async () => {
    expect(await asked('GET', brave)).toBe(2);
    expect(await asked('POST', brave)).toBe(1);
    expect(await asked('POST', { ...brave, monitor: 'probe' })).toBe(2);
  });
});
