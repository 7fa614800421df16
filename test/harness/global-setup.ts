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
  if (!existsSync('dist/api/server.js')) throw new Error('dist/ is missing: run npm test, or npm run build first.');
  ensureRedis((line) => process.stderr.write(`${line}\n`));
  const redis = await TestRedis.start(SHARED);
  project.provide('redisUrl', redis.url);
  return () => redis.dispose();
}
