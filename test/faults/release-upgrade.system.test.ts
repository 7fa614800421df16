import { afterEach, beforeAll, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { lastRelease } from '../harness/built-release.ts';
import { eventually } from '../harness/processes.ts';
import { Stack } from '../harness/stack.ts';

/** Starts of real processes take long on a busy machine. */
const SLOW_MS = 240_000;

let old: string;
beforeAll(() => {
  old = lastRelease();
}, SLOW_MS);

let stack: Stack;
afterEach(() => stack?.stop());

/** Each tab and look-up that the last release has, through a queue. */
const PATHS = [
  'web/?q=linux+',
  'images/?q=linux+',
  'news/?q=linux+',
  'videos/?q=linux+',
  'cards/?q=python+',
  'suggest/?q=linu',
  'maps/?q=berlin+',
  'translate/languages/?x=',
];

let searches = 0;

/** Every running web process answers: each path, a search that all of them get at once, and that search again. */
async function everythingIsAnswered(): Promise<void> {
  const webs = [...stack.webs.keys()].filter((web) => stack.webs[web]?.running);
  for (const web of webs) {
    await stack.untilSearching(web);
    // The page is one that may not be fetched, and a worker says so.
    expect((await read(web)).status).toBe(200);
    for (const path of PATHS) {
      searches += 1;
      const reply = await stack.get(`/api/v1/${path}${searches}`, { web });
      expect(reply.status, `${path}: ${reply.text}`).toBe(200);
      expect(reply.body.results, path).not.toEqual([]);
    }
  }
  for (const time of ['first', 'second']) {
    const replies = await Promise.all([...webs, ...webs].map((web) => stack.search(`upgrade ${searches}`, { web })));
    for (const reply of replies) {
      expect(reply.status, reply.text).toBe(200);
      expect(reply.body.engine, `the ${time} time: ${reply.headers.get('server-timing')}`).toHaveLength(3);
    }
  }
}

const addOldWorker = () => stack.addWorker({}, old);
const addOldWeb = () => stack.addWeb({}, old);

/** Asks a web process for a page. */
const read = (web: number) =>
  stack.get('/api/v1/extract/', {
    web,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ urls: [stack.sandboxUrl] }),
  });

/** Starts a worker of this build, and waits until it is announced. */
async function addWorker(): Promise<void> {
  stack.addWorker();
  await eventually('both are announced', async () => (await stack.client.zcard(redisKeys.workers)) === 2);
}

test(
  'the last release is upgraded, the workers first, and everything is answered at each step',
  async () => {
    stack = await Stack.start({ web: 0, workers: 0 });
    const before = addOldWorker();
    await addOldWeb();
    await addOldWeb();
    await everythingIsAnswered();
    await addWorker();
    await everythingIsAnswered();
    await before.stop();
    await everythingIsAnswered();
    await stack.addWeb();
    await everythingIsAnswered();
    await Promise.all(stack.webs.slice(0, 2).map((web) => web.stop()));
    await everythingIsAnswered();
  },
  SLOW_MS,
);

test(
  'the last release is upgraded, the web processes first, and everything is answered at each step',
  async () => {
    stack = await Stack.start({ web: 0, workers: 0, env: { EXTRACT_DEADLINE_MS: '60000' } });
    const before = addOldWorker();
    await addOldWeb();
    await stack.addWeb();
    await stack.addWeb();
    await everythingIsAnswered();
    await stack.webs[0]?.stop();
    await everythingIsAnswered();
    // What the last release does not have is refused, before the deadline, which is longer than a request waits here.
    const map = () => stack.get(`/api/v1/map/?url=${encodeURIComponent(stack.sandboxUrl)}`, { web: 1 });
    expect((await map()).status).toBe(503);
    expect((await stack.get('/readyz', { key: '', web: 1 })).body.warnings).toEqual([
      expect.stringMatching(/^The worker \S{8} \(0\.6\.0\) is of the last release: no sites are mapped/),
    ]);
    await addWorker();
    await everythingIsAnswered();
    await before.stop();
    await everythingIsAnswered();
    await eventually('sites are mapped', async () => (await map()).status === 200);
  },
  SLOW_MS,
);
