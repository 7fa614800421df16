import { afterAll, describe, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { clusterFaults } from '../harness/cluster-faults.ts';
import { serveShop } from '../harness/crawl-sites.ts';
import type { CrawlBody } from '../harness/crawling.ts';
import { Deployment } from '../harness/deployment.ts';
import type { Fault } from '../harness/failover.ts';
import { PageServer } from '../harness/page-server.ts';
import { eventually } from '../harness/processes.ts';
import { TestCluster } from '../harness/redis-cluster.ts';
import { sentinelFaults } from '../harness/sentinel-faults.ts';
import { TestSentinels } from '../harness/sentinels.ts';
import { WATCHFUL_WORKER } from '../harness/stack.ts';

/** A crawl whose Redis dies in the middle of it, and is replaced by its replica. */
const SLOW = { timeout: 420_000 };
const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

async function crawlThrough(redisUrl: string, faultOf: (id: string) => Fault): Promise<void> {
  const deployment = await Deployment.start(
    {
      ...{ REDIS_URL: redisUrl, REDIS_WAIT_REPLICAS: '1', EXTRACT_ALLOW: '127.0.0.1', CRAWL_GAP_MS: '100' },
      API_THROTTLE_SUSTAINED: 'off',
    },
    { worker: WATCHFUL_WORKER },
  );
  ends.push(() => deployment.stop());
  const site = await PageServer.start();
  ends.push(() => site.close());
  const urls = await serveShop(site, { products: 30, perList: 6 });
  const limit = urls.length - 3;
  const reply = await fetch(`${deployment.url}/api/v1/crawl/`, {
    method: 'POST',
    headers: { authorization: `Api-Key ${deployment.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${site.url}/`, limit, sitemap: 'skip' }),
  });
  expect(reply.status).toBe(202);
  const { id } = (await reply.json()) as CrawlBody;
  let crawl: CrawlBody | undefined;
  const look = async () => {
    const { status, body } = await deployment.get(`/api/v1/crawl/${id}/`);
    // While Redis has no primary, nobody knows.
    if (status === 503) return null;
    expect(status).toBe(200);
    crawl = body as unknown as CrawlBody;
    const { found, fetched, failed, skipped, queued } = crawl;
    expect(fetched + failed.total + skipped.total + queued).toBe(found);
    expect(fetched + failed.total).toBeLessThanOrEqual(limit);
    return crawl;
  };
  await eventually('it has begun', async () => ((await look())?.fetched ?? 0) > 5, 60_000);
  const fault = faultOf(id);
  await fault.strike();
  const hasEnded = async () => {
    await look();
    // What is said if it never ends.
    if (crawl?.state === 'running') throw new Error(JSON.stringify(crawl));
    return true;
  };
  // The leases of pages, hosts and jobs that are lost end one after the other.
  await eventually('it has ended', hasEnded, 200_000);
  expect(crawl).toMatchObject({ state: 'partial', reason: 'limit', fetched: limit, failed: { total: 0 } });
  const pages = (await deployment.get(`/api/v1/crawl/${id}/pages/?limit=100`)).body.items as { url: string }[];
  expect(new Set(pages.map(({ url }) => url)).size).toBe(limit);
  for (const { url } of pages) expect(urls).toContain(url);
  await fault.mend();
}

describe('a crawl whose Redis fails over', () => {
  test('with Sentinels, has every page once and an account that is whole at every moment', SLOW, async () => {
    const redis = await TestSentinels.start();
    ends.push(() => redis.dispose());
    await crawlThrough(redis.url, () => sentinelFaults(redis).killed);
  });

  test('in a cluster, the same if the node dies that has the crawl', SLOW, async () => {
    const cluster = await TestCluster.start({ replicas: 1 });
    ends.push(() => cluster.dispose());
    await crawlThrough(cluster.url, (id) => clusterFaults(cluster, redisKeys.crawl(id)).killed);
  });
});
