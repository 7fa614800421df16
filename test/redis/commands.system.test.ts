import { afterAll, beforeAll, expect, test } from 'vitest';
import { beatMs } from '../../lib/beats.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { Program, PUBLIC_URL } from '../harness/connector.ts';
import { sendMcp } from '../harness/mcp.ts';
import { eventually } from '../harness/processes.ts';
import { commandsDuring, type Hears, hearCommands, OF_RECORDS } from '../harness/redis-commands.ts';
import { RedisMonitor } from '../harness/redis-monitor.ts';
import { TestApp } from '../harness/test-app.ts';
import { Visitor } from '../harness/visitor.ts';

/** What one search costs in Redis. The worker's own loop is worth it only if this holds; outcomes are recorded in batches. */
let app: TestApp;
let monitor: RedisMonitor;

beforeAll(async () => {
  app = await TestApp.start({ queue: 'redis', ownRedis: true, env: { PUBLIC_URL } });
  monitor = await RedisMonitor.start(Number(new URL(app.redis.url).port));
});
afterAll(async () => {
  monitor?.stop();
  await app?.stop();
});

const SEARCHES = 30;
const during = (work: () => Promise<void>, hears?: Hears) => commandsDuring(monitor, app.client, work, hears);

test('a new search looks once for its job, and sends few scripts', { timeout: 120_000 }, async () => {
  for (let i = 0; i < 5; i++) await app.search(`warm up ${i}`);
  const counts = await during(async () => {
    for (let i = 0; i < SEARCHES; i++) expect((await app.search(`counted ${i}`)).status).toBe(200);
  });
  const perSearch = (name: string) => (counts.get(name) ?? 0) / SEARCHES;
  // Admission, add, take, count those behind it, finish.
  expect(perSearch('evalsha')).toBeGreaterThan(3);
  expect(perSearch('evalsha')).toBeLessThan(6);
  expect(perSearch('rpoplpush')).toBeLessThan(1.5);
  expect(perSearch('bzpopmin')).toBeLessThan(1.5);
  // One slice per engine, and the lock of the job.
  expect(perSearch('set')).toBeLessThan(6);
  const total = [...counts.keys()].reduce((sum, name) => sum + perSearch(name), 0);
  expect(total).toBeLessThan(72);
});

test('the token of a connected program costs one look more than a key, in the same round trip', async () => {
  const ada = await Visitor.signedIn(app, 'ada');
  const { access_token } = await (await Program.registered(app.urls[0] as string)).connect(ada);
  const counted = (key: string) =>
    during(async () => {
      const { status } = await sendMcp(app, 'ping', {}, { key: '', headers: { authorization: `Bearer ${key}` } });
      expect(status).toBe(200);
    });
  for (const key of [app.key, access_token]) await counted(key);
  const [ofKey, ofToken] = [await counted(app.key), await counted(access_token)];
  expect(ofKey.get('evalsha')).toBe(1);
  expect(ofKey.get('get') ?? 0).toBe(0);
  expect(Object.fromEntries(ofToken)).toEqual({ ...Object.fromEntries(ofKey), get: 1 });
});

test('the records of all requests of a beat take one batch of few commands', { timeout: 120_000 }, async () => {
  let commands = 0;
  let batches = 0;
  const web = app.urls.indexOf(await app.addWeb());
  const ask = () => app.get('/api/v1/instant/?q=6*7', { web });
  await ask();
  const work = async () => {
    await Promise.all(Array.from({ length: 100 }, ask));
    // What waits is written to its end.
    await app.webs[web]?.stop();
  };
  await hearCommands(monitor, app.client, work, (name, args) => {
    if (!args.some((arg) => OF_RECORDS.test(arg))) return;
    commands += 1;
    if (name === 'evalsha' && args.includes(redisKeys.requestTotals)) batches += 1;
  });
  expect(batches).toBeGreaterThan(0);
  // Two scripts of statistics, one of the log of the account and one of the logs of all, with what they call.
  expect(commands / batches).toBeLessThan(48);
});

test('on its way, a request does the same in Redis with the log of requests as without it', async () => {
  const COUNT = 30;
  const without = app.urls.indexOf(await app.addWeb({ REQUEST_LOG: 'off' }));
  const counted = async (web: number) => {
    let writes = 0;
    const counts = await during(
      async () => {
        for (let at = 0; at < COUNT; at++) expect((await app.get('/api/v1/instant/?q=6*7', { web })).status).toBe(200);
      },
      (name, args) => {
        if (name === 'evalsha' && args.some((arg) => arg.startsWith('{trib:requests'))) writes += 1;
      },
    );
    // Now and then, something is done by the clock as well.
    const ofOne = [...counts].flatMap(([name, count]) =>
      count < COUNT / 2 ? [] : [[name, Math.round(count / COUNT)]],
    );
    return { ofOne: Object.fromEntries(ofOne), writes };
  };
  for (const web of [0, without]) await app.get('/api/v1/instant/?q=6*7', { web });
  const [on, off] = [await counted(0), await counted(without)];
  await app.webs[without]?.stop();
  expect(on.ofOne.evalsha).toBe(1);
  expect(on.ofOne).toEqual(off.ofOne);
  // Beside it, those of a beat are written at once.
  expect(on.writes).toBeLessThan(COUNT);
});

/** Five seconds. */
const BEATS = Math.ceil(5_000 / beatMs());
/** What a search leaves to be written is written within this many. */
const BEATS_BEFORE = 10;
/** A queue is looked at every four seconds, so twice in as many beats at most. */
const MOST_LOOKS = 2;

test('at rest, a process says that it is there and looks for others, and does little else', {
  timeout: 120_000,
}, async () => {
  await app.search('the last before a rest');
  // The statistics would be written some time later.
  await app.webs[0]?.running.services.recordBatches.flush();
  const looks = new Map<string, number>();
  let [beats, count, ofRecords] = [0, 0, 0];
  monitor.onCommand = (name, args) => {
    const [key = ''] = args;
    if (name === 'zadd' && key.includes('webs')) beats += 1;
    if (beats < BEATS_BEFORE || beats >= BEATS_BEFORE + BEATS) return;
    if (args.some((arg) => OF_RECORDS.test(arg))) ofRecords += 1;
    // What looks at a queue does has a clock of its own: a wait for a job, and before it some commands of scripts.
    if (name === 'bzpopmin') looks.set(key, (looks.get(key) ?? 0) + 1);
    if (!args.some((arg) => arg.startsWith('{trib:queue:'))) count += 1;
  };
  await eventually('it has rested', () => beats >= BEATS_BEFORE + BEATS);
  expect(ofRecords).toBe(0);
  expect(count / BEATS).toBeGreaterThan(3);
  expect(count / BEATS).toBeLessThan(12);
  // Those of searches, probes and crawls.
  expect(looks.size).toBe(3);
  for (const times of looks.values()) expect(times).toBeLessThanOrEqual(MOST_LOOKS);
});
