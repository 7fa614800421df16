import { readFileSync } from 'node:fs';
import { afterAll } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** CPU seconds of a test file: those of its worker, and of the processes that it started and that have ended. */
    cpuS?: number;
  }
}

const TICKS_PER_SECOND = 100;

/** CPU seconds of this process and of its ended children; where there is no `/proc`, of this process only. */
function cpuSeconds(): number {
  try {
    // The name of the program, in brackets, may contain spaces.
    const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ');
    const ticks = fields.split(' ').slice(11, 15).map(Number);
    return ticks.reduce((sum, count) => sum + count, 0) / TICKS_PER_SECOND;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}

// Runs before everything else of a test file, its imports included; its hook runs after all others.
const before = cpuSeconds();
// biome-ignore lint/correctness/noEmptyPattern: Vitest takes only this pattern from a hook without fixtures.
afterAll(({}, file) => {
  file.meta.cpuS = cpuSeconds() - before;
});
