import path from 'node:path';
import { describe } from 'vitest';
import { useManyServers } from './redis.ts';

/** Runs tests of the API once more, on a cluster or behind Sentinels. */
export function runAgain(kind: 'cluster' | 'sentinels', ...names: readonly string[]): void {
  useManyServers(kind);
  for (const name of names) {
    describe(name, async () => {
      // A worker loads a module, and with it its tests, only once. With a query, it is another module.
      await import(/* @vite-ignore */ `${path.resolve('test/api', `${name}.app.test.ts`)}?on=${kind}`);
    });
  }
}
