import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { ensureRedis } from '../../bin/redis.js';
import { TestSentinels } from './sentinels.ts';
import { NOTHING_KEPT, TestRedis } from './test-redis.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The Redis server that all test files share; each takes a database of its own. */
    redisUrl: string;
    /** The same behind Sentinels, if `TEST_REDIS` says so; or else empty. */
    sentinelUrl: string;
  }
}

const SHARED = ['--databases', '2000', ...NOTHING_KEPT];

/** Starts the shared Redis. The product itself must have been built: `npm test` does that first. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync('dist/api/server.js')) throw new Error('dist/ is missing: run npm test, or npm run build first.');
  ensureRedis((line) => process.stderr.write(`${line}\n`));
  const redis = await TestRedis.start(SHARED);
  // A test file that runs on a cluster starts its own, because a cluster has only one database.
  const kind = project.config.env?.TEST_REDIS ?? process.env.TEST_REDIS;
  const sentinels = kind === 'sentinel' ? await TestSentinels.start({ sentinels: 1, extra: SHARED }) : null;
  project.provide('redisUrl', redis.url);
  project.provide('sentinelUrl', sentinels?.url ?? '');
  return async () => {
    await Promise.all([redis.dispose(), sentinels?.dispose()]);
  };
}
