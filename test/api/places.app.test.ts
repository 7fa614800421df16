import { get } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { changeKey, startSession, writeAccount } from '../harness/as-tester.ts';
import { LeavingClient } from '../harness/leaving-client.ts';
import { eventually } from '../harness/processes.ts';
import { newAccount } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { createPerson } from '../harness/visitor.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
  // From now on, Redis knows the script of admission.
  await app.get('/api/v1/status/');
});
afterAll(() => app?.stop());

const taken = (places: string) => app.client.zcard(places);
const abortsLogged = () => app.webs[0]?.lines.filter(({ status }) => status === 499).length ?? 0;

/** What admission needs of a caller: the name that its script is called with, where its places are, and how many have one. */
interface Crowd {
  named: string;
  places: string;
  count: number;
}

/** Keeps what Redis replies to the admission of a crowd until it has left. */
async function leaveWhileAdmitted({ named, places, count }: Crowd, leave: () => unknown): Promise<void> {
  const { redis } = (app.webs[0] as (typeof app.webs)[number]).running.services;
  const ask = redis.evalsha.bind(redis) as (...args: unknown[]) => Promise<unknown>;
  let letGo = () => {};
  const waiting = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const held = vi.spyOn(redis, 'evalsha').mockImplementation((async (...args: unknown[]) => {
    const reply = await ask(...args);
    if (args.includes(named)) await waiting;
    return reply;
  }) as never);
  const before = abortsLogged();
  try {
    await eventually('all have a place', async () => (await taken(places)) === count);
    leave();
    await eventually('the web process knows that they have left', () => abortsLogged() === before + count);
  } finally {
    letGo();
    held.mockRestore();
  }
  await eventually('their places are free', async () => (await taken(places)) === 0);
}

async function limitedKey() {
  const { key, prefix } = await newAccount(app);
  await changeKey(app.client, prefix, { limits: { max_parallel: 3 } }, { maxDays: null });
  return { key, named: redisKeys.rateLog(prefix, 'burst'), places: redisKeys.keyPlaces(prefix) };
}

test('clients that leave while they are admitted free their places', async () => {
  const { key, ...crowd } = await limitedKey();
  const clients = Array.from({ length: 3 }, () => LeavingClient.send(`${app.urls[0]}/api/v1/status/`, key));
  await leaveWhileAdmitted({ ...crowd, count: 3 }, async () => {
    for (const client of clients) (await client).leave();
  });
  expect((await app.get('/api/v1/status/', { key })).status).toBe(200);
});

test('so does a client that sent its requests at once on one connection', async () => {
  const { key, ...crowd } = await limitedKey();
  const request = `GET /api/v1/status/ HTTP/1.1\r\nhost: here\r\nauthorization: Api-Key ${key}\r\n\r\n`;
  const socket = connect(Number(new URL(app.urls[0] as string).port), '127.0.0.1', () =>
    socket.write(request.repeat(3)),
  );
  socket.on('error', () => {});
  await leaveWhileAdmitted({ ...crowd, count: 3 }, () => socket.resetAndDestroy());
});

test('so does a person on the search page', async () => {
  const person = await createPerson(app, 'ada');
  await writeAccount(app.client, 'ada', { max_parallel: '3' });
  const session = await startSession(app.client, person);
  const headers = { cookie: `tributary=${session}` };
  const searching = get(`${app.urls[0]}/?q=river`, { headers, agent: false }).on('error', () => {});
  const crowd = { named: redisKeys.userRateLog('ada', 'burst'), places: redisKeys.accountPlaces('ada'), count: 1 };
  await leaveWhileAdmitted(crowd, () => searching.destroy());
});
