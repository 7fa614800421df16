import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Deployment, fromAllEngines } from '../harness/deployment.ts';
import { TestCluster } from '../harness/redis-cluster.ts';

/** Starts and commands of real processes take long on a busy machine. */
const SLOW = { timeout: 180_000 };

describe('on a cluster of three nodes', SLOW, () => {
  let cluster: TestCluster;
  let deployment: Deployment;
  beforeAll(async () => {
    cluster = await TestCluster.start();
    deployment = await Deployment.start({ REDIS_URL: cluster.url });
  });
  afterAll(async () => {
    await deployment?.stop();
    await cluster?.dispose();
  });

  test('a search works, and is then answered from the cache', async () => {
    const first = await deployment.search('cluster');
    expect(first).toMatchObject(fromAllEngines);
    const second = await deployment.search('cluster');
    expect(second.body).toEqual(first.body);
  });
});
