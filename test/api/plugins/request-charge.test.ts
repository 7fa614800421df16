import { once } from 'node:events';
import { Agent, type ClientRequest, request as httpRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Requester } from '../../../api/ask/call-context.ts';
import { Metrics } from '../../../api/metrics.ts';
import { admission } from '../../../api/plugins/admission.ts';
import { errors } from '../../../api/plugins/errors.ts';
import { requestContext, requesterOf } from '../../../api/plugins/request-context.ts';
import { ApiError } from '../../../lib/errors.ts';
import { searchIn } from '../../../lib/limits/cost.ts';
import { Places } from '../../../lib/limits/places.ts';
import { Refunds } from '../../../lib/limits/refunds.ts';
import { readUsage, refund, usagePeriod } from '../../../lib/limits/usage.ts';
import { ErrorReporter } from '../../../lib/log/error-reporter.ts';
import { createLog } from '../../../lib/log/log.ts';
import { RedisClock } from '../../../lib/redis/redis-clock.ts';
import { RedisOutages } from '../../../lib/redis/redis-outages.ts';
import { createKey, createUser } from '../../harness/as-tester.ts';
import { eventually } from '../../harness/processes.ts';
import { redisForSuite } from '../../harness/redis.ts';
import { TcpProxy } from '../../harness/tcp-proxy.ts';

type Handle = (request: FastifyRequest, reply: FastifyReply, requester: Requester) => unknown;

/** A route that counts as a search and does what the test says, behind the real plugins and on a real port. */
const redis = await redisForSuite();
const proxy = await TcpProxy.to(redis.options.port);
const admissionRedis = new Redis(proxy.url, { db: redis.options.db ?? 0 });
const log = createLog('test', 'silent');
const app = fastify({ loggerInstance: log });
let url = '';
let handle: Handle = () => ({});
/** The requests that have arrived, those whose client has left, and those whose reply was ready to be sent. */
const [asked, left, replied]: [string[], string[], string[]] = [[], [], []];

beforeAll(async () => {
  const metrics = new Metrics({
    errors: new ErrorReporter(log),
    health: { gate: () => 'closed' },
    roster: { providers: new Map() },
    countWorkers: () => 1,
    redis: { main: redis },
  });
  await app.register(requestContext, {
    metrics,
    publicUrl: '',
    logAddresses: 'full',
    stopping: new AbortController().signal,
  });
  await app.register(errors, { outages: new RedisOutages(log), noPage: (_error, _request, reply) => reply.send() });
  const off = { burst: null, sustained: null, monthly: null };
  const config = { limits: { ...off, account: off }, authFailuresPerMin: 100, logQueries: false };
  await app.register(admission, {
    redis: admissionRedis,
    clock: new RedisClock(redis),
    config,
    metrics,
    refunds: new Refunds(admissionRedis, log),
    places: new Places(admissionRedis, new ErrorReporter(log)),
  });
  app.addHook('onRequest', async ({ url: path }) => void asked.push(path));
  app.addHook('onSend', async ({ url: path }) => void replied.push(path));
  app.addHook('onRequestAbort', async ({ url: path }) => void left.push(path));
  app.route({
    method: ['GET', 'POST'],
    url: '/*',
    config: { cost: () => searchIn('web') },
    handler: (request, reply) => handle(request, reply, requesterOf(request, reply, 'ada')),
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  await createUser(redis, 'ada');
  // From here on, Redis has the script, and a refund is one command.
  await refund(redis, [{ id: 'none', owner: { key: 'none' }, searches: { web: 1 }, period: usagePeriod(new Date()) }]);
});
afterAll(async () => {
  await app.close();
  admissionRedis.disconnect();
  await proxy.close();
});

let [key, prefix, path] = ['', '', ''];
let tests = 0;
beforeEach(async () => {
  ({ key, prefix } = await createKey(redis, 'ada'));
  path = `/${++tests}`;
});

const searches = async () => (await readUsage(redis, { key: prefix }, usagePeriod(new Date()).month)).searches;

/** Sends a request, on a connection of its own unless there is an agent, and its body only as far as given. */
function send(method = 'GET', beginning = '', agent: Agent | false = false): ClientRequest {
  const body = beginning === '' ? {} : { 'content-type': 'application/json', 'content-length': '100' };
  const headers = { authorization: `Api-Key ${key}`, ...body };
  const client = httpRequest(`${url}${path}`, { method, headers, agent }).on('error', () => {});
  client.write(beginning);
  if (beginning === '') client.end();
  else client.flushHeaders();
  return client;
}

async function leave(client: ClientRequest): Promise<void> {
  client.destroy();
  await eventually('the server knows that the client has left', () => left.includes(path));
}

const replyIsReady = () => eventually('the reply is ready', () => replied.includes(path));
/** Redis handles the commands of one connection in order, so this comes after a refund. */
const afterRefunds = () => admissionRedis.ping();

/** What is counted once the reply is ready, and refunded or not. */
async function searchesInTheEnd(): Promise<number> {
  await replyIsReady();
  await afterRefunds();
  return searches();
}

/** Lets requests be handled up to a point: says when one has begun, and goes on when the test says so. */
function heldHandler(end: Handle): { begun: Promise<void>; end: () => void } {
  let [begin, go] = [() => {}, () => {}];
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const mayEnd = new Promise<void>((resolve) => {
    go = resolve;
  });
  handle = async (...given) => {
    begin();
    await mayEnd;
    return end(...given);
  };
  return { begun, end: () => go() };
}

/** A client leaves while its request is handled, which then ends so. Returns what is counted in the end. */
async function searchesAfterLeaving(end: Handle): Promise<number> {
  const handler = heldHandler(end);
  const client = send();
  await handler.begun;
  await leave(client);
  handler.end();
  return searchesInTheEnd();
}

/** Gets the reply of a client that stays. */
async function statusOf(doing: Handle): Promise<number | undefined> {
  handle = async (...given) => doing(...given);
  const [response] = await once(send(), 'response');
  response.resume();
  await once(response, 'end');
  await afterRefunds();
  return response.statusCode;
}

describe('a search whose client stays', () => {
  test('counts if the reply is a 200', async () => {
    expect(await statusOf(() => ({ ok: true }))).toBe(200);
    expect(await searches()).toBe(1);
  });

  test('is refunded if the reply is an error, also if a call was queued', async () => {
    const status = await statusOf((_request, _reply, { onQueued }) => {
      onQueued();
      throw new ApiError(503, 'No search engine answered.');
    });
    expect(status).toBe(503);
    expect(await searches()).toBe(0);
  });

  test('is refunded once if the handler says that it failed, although the reply is a 200', async () => {
    const status = await statusOf(({ charge }, _reply, { onQueued }) => {
      onQueued();
      charge?.refund();
      charge?.refund();
      return { isError: true };
    });
    expect(status).toBe(200);
    expect(await searches()).toBe(0);
  });
});

describe('a search whose client leaves', () => {
  test('while it sends the body is not counted', async () => {
    const client = send('POST', '{"q":');
    await eventually('the server has its headers', () => asked.includes(path));
    await leave(client);
    expect(await searchesInTheEnd()).toBe(0);
  });

  test('during admission is refunded', async () => {
    handle = () => ({ ok: true });
    proxy.holdReplies('evalsha');
    const client = send();
    await eventually('it is counted', async () => (await searches()) === 1);
    await leave(client);
    proxy.letGo();
    expect(await searchesInTheEnd()).toBe(0);
  });

  test('before a call is queued is refunded when the handler has ended, and not before', async () => {
    const handler = heldHandler(() => ({ ok: true }));
    const client = send();
    await handler.begun;
    await leave(client);
    await afterRefunds();
    expect(await searches()).toBe(1);
    handler.end();
    expect(await searchesInTheEnd()).toBe(0);
  });

  test('before a call is queued is refunded if the handler fails', async () => {
    const counted = await searchesAfterLeaving(() => {
      throw new ApiError(503, 'No search engine answered.');
    });
    expect(counted).toBe(0);
  });

  test('while its call is added to the queue counts, because the call will be made', async () => {
    const counted = await searchesAfterLeaving((_request, _reply, { onQueued }) => {
      onQueued();
      throw new ApiError(503, 'No search engine answered.');
    });
    expect(counted).toBe(1);
  });

  test('after a call is queued counts, also if the handler says that it failed', async () => {
    const handler = heldHandler(({ charge }) => {
      charge?.refund();
      return { isError: true };
    });
    const go = handle;
    handle = (request, reply, requester) => {
      requester.onQueued();
      return go(request, reply, requester);
    };
    const client = send();
    await handler.begun;
    await leave(client);
    handler.end();
    expect(await searchesInTheEnd()).toBe(1);
  });

  test('counts if it ends at once, before the connection is closed: Node does that when many have left', async () => {
    const handler = heldHandler(() => ({ ok: true }));
    const beginning = handle;
    const closed: boolean[] = [];
    handle = async (request, reply, requester) => {
      requester.onQueued();
      const left = once(requester.signal(), 'abort');
      await beginning(request, reply, requester);
      await left;
      closed.push(reply.raw.closed);
      throw new ApiError(503, 'No search engine answered.');
    };
    const client = send();
    await handler.begun;
    handler.end();
    client.destroy();
    expect(await searchesInTheEnd()).toBe(1);
    expect(closed).toEqual([false]);
  });
});

test('a connection that serves many requests keeps nothing of them', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const listeners: number[] = [];
  handle = async ({ socket }, _reply, requester) => {
    listeners.push(socket.listenerCount('end'));
    return { hasLeft: requester.signal().aborted };
  };
  for (let at = 0; at < 3; at++) {
    const [response] = await once(send('GET', '', agent), 'response');
    expect(await json(response)).toEqual({ hasLeft: false });
  }
  agent.destroy();
  expect(new Set(listeners).size).toBe(1);
});
