import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECK_EVERY_MS = 500;
const BUSY = 0.5;
const IDLE = 0.1;

/** Calls `look` now and then with the share of the time since in which the event loop was busy. */
function watchUtilization(look: (utilization: number) => void): NodeJS.Timeout {
  let before = performance.eventLoopUtilization();
  return setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    look(utilization);
  }, CHECK_EVERY_MS).unref();
}

/** Calls back once, when the process is idle. */
export function onceIdle(then: () => void): void {
  const watch = watchUtilization((utilization) => {
    if (utilization > IDLE) return;
    clearInterval(watch);
    then();
  });
}

/**
 * Collects garbage once whenever the process becomes idle after a busy time. V8 collects when it allocates, so an idle
 * process would keep the garbage of the last crowd: a third of its memory. A collection takes some 40 ms.
 */
export function collectWhenIdle(): void {
  // Node has no other interface to V8's collector than this flag.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let wasBusy = false;
  watchUtilization((utilization) => {
    if (utilization > BUSY) wasBusy = true;
    if (!wasBusy || utilization > IDLE) return;
    wasBusy = false;
    collect();
  });
}
