import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageWith } from '../harness/crawl-sites.ts';
import { Deployment } from '../harness/deployment.ts';
import { PageServer } from '../harness/page-server.ts';
import { eventually, TestProcess } from '../harness/processes.ts';
import { sentinelFaults } from '../harness/sentinel-faults.ts';
import { TestSentinels } from '../harness/sentinels.ts';
import { SiteClock } from '../harness/site-clock.ts';
import { WATCHFUL_WORKER } from '../harness/stack.ts';

/** The gap of a host, as its site sees it, while several workers crawl it and another Redis takes the place of the primary. */
const SLOW = { timeout: 240_000 };
const GAP_MS = 300;
/** Longer than Sentinels take to replace a primary. */
const LONG_GAP_S = 6;
/** What was let through before must have been sent, leases end, and a busy machine takes its time. */
const GOES_ON_MS = 120_000;
const PAGES = 2_000;

let redis: TestSentinels;
let deployment: Deployment;
const workers: TestProcess[] = [];
const sites: PageServer[] = [];

beforeAll(async () => {
  redis = await TestSentinels.start();
  deployment = await Deployment.start(
    {
      ...{ REDIS_URL: redis.url, EXTRACT_ALLOW: '127.0.0.1', CRAWL_GAP_MS: String(GAP_MS) },
      API_THROTTLE_SUSTAINED: 'off',
    },
    { worker: WATCHFUL_WORKER },
  );
  for (const at of [2, 3]) {
    workers.push(new TestProcess(`worker ${at}`, [WATCHFUL_WORKER], deployment.env));
  }
}, 240_000);
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop('SIGKILL')));
  await deployment?.stop();
  for (const site of sites) await site.close();
  await redis?.dispose();
});

/** A site of many pages, each of which links to the next ones, and its clock. */
async function newSite(robots = ''): Promise<{ site: PageServer; clock: SiteClock }> {
  const site = await PageServer.start();
  sites.push(site);
  const clock = new SiteClock();
  site.serve('/robots.txt', (_, response) => {
    // Its pace is known from then on.
    site.clock = clock;
    response.writeHead(200, { 'content-type': 'text/plain' }).end(robots);
  });
  site.serveAll((request, response) => {
    const page = Number(request.url?.slice(1));
    const links = [1, 2, 3].map((step) => `/${page * 3 + step}`);
    response.writeHead(200, { 'content-type': 'text/html' }).end(pageWith(`Page ${page}`, page < PAGES ? links : []));
  });
  return { site, clock };
}

async function call(method: 'POST' | 'DELETE', path: string, body?: object): Promise<{ id: string }> {
  const reply = await fetch(`${deployment.url}/api/v1/crawl/${path}`, {
    method,
    headers: { authorization: `Api-Key ${deployment.key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(reply.status).toBeLessThan(300);
  return method === 'POST' ? ((await reply.json()) as { id: string }) : { id: '' };
}

async function asked(clock: SiteClock, more: number, withinMs = GOES_ON_MS): Promise<void> {
  const wanted = clock.count + more;
  await eventually(`the site is asked ${more} times more`, () => clock.count >= wanted, withinMs);
}

// One that is killed is below, where the new primary knows even less.
test.each(['ordered', 'splitBrain'] as const)(
  'is kept by three workers and two crawls through a failover (%s)',
  SLOW,
  async (name) => {
    const { site, clock } = await newSite();
    const start = () => call('POST', '', { url: `${site.url}/0`, limit: PAGES, sitemap: 'skip' });
    const crawls = await Promise.all([start(), start()]);
    await asked(clock, 10);
    const fault = sentinelFaults(redis)[name];
    await fault.strike();
    await asked(clock, 10);
    await fault.mend();
    await asked(clock, 5);
    clock.stop();
    expect(clock.closerThan(GAP_MS)).toEqual([]);
    // What was lost may be a crawl's end, but not its beginning.
    for (const { id } of crawls) await call('DELETE', `${id}/`);
  },
);

test('is kept if the new primary knows nothing of the last request', SLOW, async () => {
  const { site, clock } = await newSite(`User-agent: *\nCrawl-delay: ${LONG_GAP_S}\n`);
  const { id } = await call('POST', '', { url: `${site.url}/0`, limit: PAGES, sitemap: 'skip' });
  await asked(clock, 3);
  const old = await redis.primary();
  const replica = redis.servers.find((server) => server !== old);
  const there = redis.client(replica as (typeof redis.servers)[number]);
  // It copies nothing from now on: nobody listens there.
  await there.replicaof('127.0.0.1', 1);
  await asked(clock, 1);
  const fault = sentinelFaults(redis).killed;
  await fault.strike();
  there.disconnect();
  await asked(clock, 2);
  clock.stop();
  expect(clock.closerThan(LONG_GAP_S * 1_000)).toEqual([]);
  await fault.mend();
  await call('DELETE', `${id}/`);
});
