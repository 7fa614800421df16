import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { EventStream } from '../../api/routes/event-stream.ts';

let app: FastifyInstance;
afterEach(() => app.close());

/** A stream to a client that has read nothing yet, after as many events as it takes until it is full. */
async function fullStream(): Promise<{ events: EventStream; client: Socket; added: number }> {
  app = fastify();
  const opened = new Promise<EventStream>((resolve) => {
    app.get('/', (_request, reply) => {
      const events = new EventStream(reply);
      events.begin();
      resolve(events);
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const client = connect((app.server.address() as { port: number }).port, '127.0.0.1');
  client.pause();
  client.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  const events = await opened;
  let added = 1;
  for (; ; added += 1) {
    if (events.add('page', 'x'.repeat(100_000))) continue;
    // The system takes some megabytes for a client that does not read.
    const isStuck = await Promise.race([events.drained().then(() => false), turns(200).then(() => true)]);
    if (isStuck) return { events, client, added };
  }
}

async function turns(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
}

test('Who sends more events than a client takes waits until it reads', async () => {
  const { events, client, added } = await fullStream();
  let bytes = 0;
  client.on('data', (part: Buffer) => {
    bytes += part.length;
  });
  client.resume();
  await events.drained();
  events.end();
  await once(client, 'end');
  expect(bytes).toBeGreaterThan(added * 100_000);
});

test('Nobody waits for a client that has left, and nothing more is kept for it', async () => {
  const { events, client } = await fullStream();
  const drained = events.drained();
  client.destroy();
  await drained;
  expect(events.isOpen).toBe(false);
  expect(events.add('page', 'x')).toBe(false);
});

test('Nobody waits for a stream that was ended', async () => {
  const { events, client } = await fullStream();
  const drained = events.drained();
  events.end();
  await drained;
  expect(events.add('page', 'x')).toBe(false);
  client.destroy();
});
