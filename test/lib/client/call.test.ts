import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type ClientOptions, createClient, type TributaryError } from '../../../lib/client/client.ts';

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
