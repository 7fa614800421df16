import { defineConfig } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';
import { LongFilesFirst } from './test/harness/long-files-first.ts';

/** Tests with other people's programs, which `npm run test:clients` installs. */
const CLIENTS = 'test/clients/*.test.ts';

/** Limits, accounts, cache, breakers, queue and replies: what is in Redis, in few tests. */
const ON_MANY_SERVERS = ['web-outcomes', 'limits', 'auth', 'cache-scope', 'stale', 'limit', 'web-extract'].map(
  (name) => `test/api/${name}.test.ts`,
);

const common = {
  globalSetup: ['test/harness/global-setup.ts'],
  setupFiles: ['test/harness/cpu-time.ts', 'test/harness/dispose-clusters.ts'],
  pool: 'forks' as const,
  // The files of one worker share what they import. A file that changes the clock or the environment puts it back.
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 90_000,
} satisfies InlineConfig;

export default defineConfig({
  test: {
    // One more than a small machine has cores: the others work while one waits for its processes.
    maxWorkers: 3,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      // One project for all of our own: each project transforms the sources anew, and its workers import them anew.
      { test: { ...common, name: 'system', include: ['test/**/*.test.ts'], exclude: [CLIENTS, '**/node_modules/**'] } },
      { test: { ...common, name: 'clients', include: [CLIENTS] } },
      // A tenth of the tests of the API, on what `TEST_REDIS` starts.
      ...['cluster', 'sentinel'].map((kind) => ({
        test: { ...common, name: kind, include: ON_MANY_SERVERS, env: { TEST_REDIS: kind } },
      })),
    ],
  },
});
