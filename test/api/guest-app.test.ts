import fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { guestApp } from '../../api/guest-app.ts';
import { ApiError } from '../../lib/errors.ts';

/** An application with a guest under /guest. */
function hostOf(build: (app: FastifyInstance) => Promise<void>): FastifyInstance {
  const host = fastify();
  host.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof ApiError ? error.status : 500).send((error as Error).message),
  );
  host.route({ method: ['GET', 'PUT'], url: '/guest/*', handler: guestApp(build) });
  return host;
}

test('is built by the first request, once', async () => {
  let built = 0;
  const host = hostOf(async (app) => {
    built += 1;
    app.get('/guest/name', async ({ query }) => query);
  });
  await host.ready();
  expect(built).toBe(0);
  const replies = await Promise.all([1, 2].map((n) => host.inject(`/guest/name?n=${n}`)));
  expect(replies.map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [200, '{"n":"1"}'],
    [200, '{"n":"2"}'],
  ]);
  expect(built).toBe(1);
});

test('is built again by the next request if that failed', async () => {
  let tries = 0;
  const host = hostOf(async (app) => {
    tries += 1;
    if (tries === 1) throw new Error('no memory');
    app.get('/guest/name', async () => 'ada');
  });
  expect((await host.inject('/guest/name')).statusCode).toBe(500);
  expect(await host.inject('/guest/name')).toMatchObject({ statusCode: 200, body: 'ada' });
});

test('gets method, headers and body, and answers with its own status and headers', async () => {
  const host = hostOf(async (app) => {
    app.put('/guest/name', async ({ body, headers }, reply) => {
      reply.code(202).headers({ etag: '"1"', 'x-seen': headers['x-sent'] });
      return { body };
    });
  });
  const reply = await host.inject({
    method: 'PUT',
    url: '/guest/name',
    headers: { 'x-sent': 'yes', 'content-type': 'application/json' },
    payload: '{ "name": "Ada Lovelace, née Byron" }',
  });
  expect(reply).toMatchObject({ statusCode: 202, headers: { etag: '"1"', 'x-seen': 'yes' } });
  expect(reply.json()).toEqual({ body: { name: 'Ada Lovelace, née Byron' } });
});

test('what it does not know is not found by the application around it', async () => {
  const host = hostOf(async () => {});
  expect(await host.inject('/guest/nothing')).toMatchObject({ statusCode: 404, body: 'Not found.' });
});
