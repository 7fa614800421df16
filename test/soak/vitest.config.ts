import { defineConfig } from 'vitest/config';

/** `npm run soak` runs this apart from the suite, because it takes as long as it is told to. */
export default defineConfig({
  test: {
    include: ['test/soak/*.soak.ts'],
    pool: 'forks',
    testTimeout: 0,
    hookTimeout: 300_000,
    disableConsoleIntercept: true,
  },
});
