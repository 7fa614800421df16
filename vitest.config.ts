import { defineConfig } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';
import { LongFilesFirst } from './test/harness/long-files-first.ts';

/** Tests of functions, and of the sandbox in this process; at most a database on the shared Redis. */
const UNIT = [
  'test/api/{ask,cache,search}/**/*.test.ts',
  'test/contract/**/*.test.ts',
  'test/instant/**/*.test.ts',
  'test/jobs/**/*.test.ts',
  'test/lib/**/*.test.ts',
  'test/sandbox/**/*.test.ts',
  'test/workers/**/*.test.ts',
];

/** Tests that wait more than they work: for a timeout, a probe, a lock, or a connection to come back. */
const WAITING = [
  'test/api/health.test.ts',
  'test/bin/cli-without-redis.test.ts',
  'test/faults/{bad-clients,lost-replies,map-pace,no-workers,overload,slow-engines,status-probes}.test.ts',
  'test/faults/processes-without-redis.test.ts',
  'test/faults/{dialects,mcp,searxng}-without-redis.test.ts',
  'test/faults/redis-*.test.ts',
  'test/jobs/after-silence.test.ts',
  'test/redis/{held-up,second-error,two-redis,warnings}.test.ts',
  'test/workers/pages/slow-sites.test.ts',
];

/** Tests with other people's programs, which `npm run test:clients` installs. */
const CLIENTS = 'test/clients/*.test.ts';

const common = {
  globalSetup: ['test/harness/global-setup.ts'],
  setupFiles: ['test/harness/cpu-time.ts'],
  pool: 'forks' as const,
  // The files of one worker share what they import. A file that changes the clock or the environment puts it back.
  isolate: false,
  testTimeout: 30_000,
  hookTimeout: 60_000,
} satisfies InlineConfig;

export default defineConfig({
  test: {
    // One more than a small machine has cores: the others work while one waits for its processes.
    maxWorkers: 3,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      { test: { ...common, name: 'unit', include: UNIT, exclude: WAITING } },
      { test: { ...common, name: 'system', include: ['test/**/*.test.ts'], exclude: [...UNIT, ...WAITING, CLIENTS] } },
      // After the others: Vitest does not mix projects with different numbers of workers.
      { test: { ...common, name: 'waiting', include: WAITING, maxWorkers: 4, sequence: { groupOrder: 1 } } },
      { test: { ...common, name: 'clients', include: [CLIENTS] } },
    ],
  },
});
