import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ClientOptions,
  createClient,
  type ReplyHeaders,
  type TributaryError,
} from '../../../lib/client/client.ts';

/** A reply: status, body and `Retry-After`. Null ends the connection instead. */
type Planned = { status: number; body: string; retryAfter?: string } | null;

const OK: Planned = { status: 200, body: '{"query":"x"}' };
const asks = (status: number, retryAfter: string): Planned => ({ status, body: '{"detail":"Later."}', retryAfter });

let server: Server | undefined;
let received: IncomingMessage[] = [];
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A client of a service that gives these replies, and then the last one again. */
async function clientOf(replies: Planned[], options: Partial<ClientOptions> = {}) {
  received = [];
  server = createServer((request, response) => {
    const planned = replies[Math.min(received.length, replies.length - 1)];
    received.push(request);
    if (!planned) return request.destroy();
    if (planned.retryAfter !== undefined) response.setHeader('retry-after', planned.retryAfter);
    response.setHeader('x-request-id', 'request-1');
    return response.writeHead(planned.status).end(planned.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return createClient({ baseUrl: `http://127.0.0.1:${port}/base`, apiKey: 'trib_x', ...options });
}

const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('The call succeeded.'),
    (error: TributaryError) => error,
  );

describe('a call', () => {
  test('sends the key and the parameters below the path of the address', async () => {
    await (await clientOf([OK])).web({ q: 'a b&c', page: 2 });
    expect(received[0]?.url).toBe('/base/api/v1/web/?q=a+b%26c&page=2');
    expect(received[0]?.headers.authorization).toBe('Api-Key trib_x');
  });

  test('gives the headers of a 200, and only of that', async () => {
    const seen: (string | null)[] = [];
    const options = { onHeaders: (headers: ReplyHeaders) => void seen.push(headers.get('x-request-id')) };
    await (await clientOf([asks(503, '0'), OK])).web({ q: 'x' }, options);
    expect(seen).toEqual(['request-1']);
  });

  test('ends after timeoutMs, with or without a reply that has begun', async () => {
    const tributary = await clientOf([OK], { timeoutMs: 50 });
    server?.removeAllListeners('request').on('request', () => {});
    const silent = await errorOf(tributary.web({ q: 'x' }));
    expect(silent).toMatchObject({ name: 'TributaryError', status: 0 });
    expect(silent.message).toMatch(/^No reply from http:\/\/127\.0\.0\.1:\d+\/base within 50 ms\.$/);
    server?.removeAllListeners('request').on('request', (_request, response) => response.write('{'));
    expect((await errorOf(tributary.web({ q: 'x' }))).message).toMatch(/within 50 ms/);
  });

  test('says why there is no reply', async () => {
    const tributary = await clientOf([OK]);
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
    const error = await errorOf(tributary.web({ q: 'x' }));
    expect(error.message).toMatch(/^No reply from .*: .*ECONNREFUSED/);
  });

  test('uses the fetch that it is given', async () => {
    const tributary = await clientOf([OK], { fetch: async () => new Response('{"query":"own"}') });
    expect((await tributary.web({ q: 'x' })).query).toBe('own');
    expect(received).toEqual([]);
  });

  test.each([429, 503])('is repeated after a %i that says when to', async (status) => {
    const tributary = await clientOf([asks(status, '0'), asks(status, '0'), OK]);
    expect((await tributary.web({ q: 'x' })).query).toBe('x');
    expect(received).toHaveLength(3);
  });

  test('is repeated as often as the options say', async () => {
    const error = await errorOf((await clientOf([asks(429, '0')])).web({ q: 'x' }));
    expect(error).toMatchObject({ status: 429, message: 'Later.', retryAfterS: 0, requestId: 'request-1' });
    expect(received).toHaveLength(3);
    await errorOf((await clientOf([asks(429, '0')], { retries: 0 })).web({ q: 'x' }));
    expect(received).toHaveLength(1);
  });

  test.each<[string, Planned, number]>([
    ['after a longer wait than allowed', asks(503, '31'), 503],
    ['without Retry-After', { status: 503, body: '{"detail":"Not configured."}' }, 503],
    ['after another status', asks(500, '0'), 500],
    ['after a bad parameter', { status: 400, body: '{"q":["This field is required."]}' }, 400],
    ['after a reply that is not JSON', { status: 200, body: '<html>' }, 200],
    ['after an error that is not JSON', { status: 502, body: '<html>' }, 502],
    ['after an error that is JSON of another kind', { status: 502, body: '"no"' }, 502],
    ['after a lost connection', null, 0],
  ])('is not repeated %s', async (_, reply, status) => {
    const error = await errorOf((await clientOf([reply, OK])).web({ q: 'x' }));
    expect([error.name, error.status]).toEqual(['TributaryError', status]);
    expect(received).toHaveLength(1);
    const isReadable = reply !== null && reply.body !== '<html>';
    expect(error.cause === undefined).toBe(isReadable);
    expect(error.message).toMatch(/\S/);
  });

  test('ends with its signal while it waits to be repeated', async () => {
    const leaving = new AbortController();
    const tributary = await clientOf([asks(503, '30')], {
      fetch: async (...args) => {
        const reply = await fetch(...args);
        // After the reply is read, when the wait has begun.
        setTimeout(() => leaving.abort(new Error('gone')), 100);
        return reply;
      },
    });
    await expect(tributary.web({ q: 'x' }, { signal: leaving.signal })).rejects.toThrow('gone');
    expect(received).toHaveLength(1);
  });

  test('ends with its signal before and while it is sent', async () => {
    const tributary = await clientOf([OK]);
    await expect(tributary.web({ q: 'x' }, { signal: AbortSignal.abort(new Error('early')) })).rejects.toThrow('early');
    expect(received).toEqual([]);
    const leaving = new AbortController();
    server?.removeAllListeners('request').on('request', () => leaving.abort(new Error('late')));
    await expect(tributary.web({ q: 'x' }, { signal: leaving.signal })).rejects.toThrow('late');
  });
});

describe('a stream', () => {
  const parts = (...texts: string[]) => {
    server?.removeAllListeners('request').on('request', async (_request, response) => {
      response.setHeader('content-type', 'text/event-stream');
      for (const text of texts) await new Promise((resolve) => response.write(text, resolve));
      response.end();
    });
  };
  const eventsOf = async (options: Parameters<Awaited<ReturnType<typeof clientOf>>['stream']>[2] = {}) => {
    const found: unknown[] = [];
    for await (const event of (await client).stream('web', { q: 'é' }, options)) found.push(event);
    return found;
  };
  let client: ReturnType<typeof clientOf>;
  beforeEach(() => {
    client = clientOf([OK]);
    return client;
  });

  test('gives its events as they arrive, wherever the network cuts them, until it is done', async () => {
    parts('event: eng', 'ine\ndata: {"ms":1}\n', '\nevent: done\ndata: {"query":"é"}\n\nevent: late\ndata: 1\n\n');
    expect(await eventsOf()).toEqual([
      { event: 'engine', data: { ms: 1 } },
      { event: 'done', data: { query: 'é' } },
    ]);
  });

  test('throws the error of the service, and what breaks it off', async () => {
    parts('event: error\ndata: {"detail":"Away."}\n\n');
    await expect(eventsOf()).rejects.toMatchObject({ name: 'TributaryError', message: 'Away.' });
    parts('event: engine\ndata: {}\n\n');
    await expect(eventsOf()).rejects.toThrow('The stream ended before it was done.');
    parts('event: done\ndata: {\n\n');
    await expect(eventsOf()).rejects.toThrow(/^The stream broke off: .*JSON/);
  });

  test('ends with its signal, and its request with whoever stops', async () => {
    const leaving = new AbortController();
    server?.removeAllListeners('request').on('request', (_request, response) => {
      response.write('event: engine\ndata: {}\n\n', () => leaving.abort(new Error('gone')));
    });
    await expect(eventsOf({ signal: leaving.signal })).rejects.toThrow('gone');
    let isClosed = Promise.resolve<unknown>(null);
    server?.removeAllListeners('request').on('request', (_request, response) => {
      isClosed = once(response, 'close');
      response.write('event: engine\ndata: {}\n\n');
    });
    for await (const { event } of (await client).stream('web', { q: 'x' })) {
      expect(event).toBe('engine');
      break;
    }
    await isClosed;
  });
});

test.each<[Record<string, unknown>, string]>([
  [{ baseUrl: '' }, 'baseUrl must be the address of an instance, such as "http://127.0.0.1:3000"'],
  [{ baseUrl: 'localhost:3000' }, 'baseUrl'],
  [{ apiKey: '' }, 'apiKey must be a key'],
  [{ apiKey: undefined }, 'apiKey'],
  [{ apiKey: 'Api-Key trib_x' }, 'without "Api-Key"'],
  [{ fetch: 'fetch' }, 'fetch must be a function'],
  [{ retries: -1 }, 'retries must be a number from 0'],
  [{ timeoutMs: '60' }, 'timeoutMs must be a number from 0'],
])('createClient refuses %j in words', (options, words) => {
  const given = { baseUrl: 'http://127.0.0.1:1', apiKey: 'trib_x', ...options } as ClientOptions;
  expect(() => createClient(given)).toThrow(TypeError);
  expect(() => createClient(given)).toThrow(words);
});
