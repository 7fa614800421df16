import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { ensureRedis } from '../../bin/redis.js';
import { NOTHING_KEPT, TestRedis } from './test-redis.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The Redis server that all test files share; each takes a database of its own. */
    redisUrl: string;
  }
}

const SHARED = ['--databases', '2000', ...NOTHING_KEPT];

/** Starts the shared Redis. The product itself must have been built: `npm test` does that first. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // What only runs is not enough: some tests import modules of the build.
  if (!existsSync('dist/lib/config/config.js')) {
    throw new Error('dist/ is not built for tests: run npm test, or node bin/run.js --prepare test first.');
  }
  ensureRedis((line) => process.stderr.write(`${line}\n`));
  const redis = await TestRedis.start(SHARED);
  project.provide('redisUrl', redis.url);
  return () => redis.dispose();
}
