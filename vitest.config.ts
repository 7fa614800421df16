import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    pool: 'forks',
    // Most files start processes of their own; more than two at a time would only make each other slow.
    maxWorkers: 2,
    // Files of one worker share what they import: loading it anew for each took a fifth of the time. A file that changes the
    // clock or the environment puts it back.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
