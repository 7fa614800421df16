import { configDefaults, defineConfig } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';
import { builtDeps, builtSources } from './test/harness/built-sources.ts';
import { LongFilesFirst } from './test/harness/long-files-first.ts';

/** What all tests have, those with other people's programs as well. */
export const common = {
  globalSetup: ['test/harness/global-setup.ts'],
  setupFiles: [
    'test/harness/quick-beats.ts',
    'test/harness/endless-loops.ts',
    'test/harness/cpu-time.ts',
    'test/harness/one-slot.ts',
  ],
  pool: 'forks',
  // The files of one worker share what they import. A file that changes the clock or the environment puts it back.
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 90_000,
  // One more than a small machine has cores. Each imports all sources, so more cost more than they save.
  maxWorkers: 3,
  server: builtDeps,
  sequence: { sequencer: LongFilesFirst },
} satisfies InlineConfig;

// One project for all of our own: each project transforms the sources anew, and its workers import them anew.
export default defineConfig({
  plugins: builtSources(),
  test: {
    ...common,
    name: 'system',
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/clients/**'],
  },
});
