import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How often a process looks whether it is idle, until it is for the first time. */
const FIRST_IDLE_MS = 500;
const IDLE = 0.1;

/** Garbage is collected after a minute in which the process did next to nothing. */
const REST_MS = 60_000;
const RESTING = 0.02;
const COLLECT_AT_MOST_EVERY_MS = 600_000;
/** A process that has just started has 40 to 50 MB. Half of a smaller heap is not worth the code that V8 throws away. */
const LARGE_HEAP_BYTES = 128 * 2 ** 20;
/** Below this growth since the last collection, another one would find little. */
const WORTHWHILE_GROWTH = 1.25;

/** What a process knows when it considers a collection. */
export interface Rest {
  /** The share of the last minute in which its event loop was busy. */
  utilization: number;
  heapBytes: number;
  /** What the last collection left, and how long ago it was. */
  leftBytes: number;
  collectedMsAgo: number;
}

/** Calls `look` now and then with the share of the time since in which the event loop was busy. */
function watchUtilization(everyMs: number, look: (utilization: number) => void): NodeJS.Timeout {
  let before = performance.eventLoopUtilization();
  return setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    look(utilization);
  }, everyMs).unref();
}

/** Calls back once, when the process is idle. */
export function onceIdle(then: () => void): void {
  const watch = watchUtilization(FIRST_IDLE_MS, (utilization) => {
    if (utilization > IDLE) return;
    clearInterval(watch);
    then();
  });
}

export function isWorthCollecting({ utilization, heapBytes, leftBytes, collectedMsAgo }: Rest): boolean {
  if (utilization > RESTING || collectedMsAgo < COLLECT_AT_MOST_EVERY_MS) return false;
  return heapBytes >= Math.max(LARGE_HEAP_BYTES, leftBytes * WORTHWHILE_GROWTH);
}

/**
 * Collects the garbage of a crowd once the process has rested. V8 collects when it allocates, so that a process at rest
 * would keep it. A collection takes 40 to 340 ms, and V8 throws optimised code away with it: the first searches
 * afterwards cost half as much again. So it is rare.
 */
export function collectWhenIdle(): void {
  // Node has no other interface to V8's collector than this flag.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let [leftBytes, collectedAt] = [0, Number.NEGATIVE_INFINITY];
  watchUtilization(REST_MS, (utilization) => {
    const collectedMsAgo = performance.now() - collectedAt;
    const heapBytes = process.memoryUsage().heapUsed;
    if (!isWorthCollecting({ utilization, heapBytes, leftBytes, collectedMsAgo })) return;
    collect();
    [leftBytes, collectedAt] = [process.memoryUsage().heapUsed, performance.now()];
  });
}
