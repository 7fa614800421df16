import { performance } from 'node:perf_hooks';

/** How often a process looks whether it is idle. */
const LOOK_MS = 500;
/** The share of the time in which the event loop of an idle process is busy. */
const IDLE = 0.1;

/** Calls back once, when the process is idle. */
export function onceIdle(then: () => void): void {
  let before = performance.eventLoopUtilization();
  const looks = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > IDLE) return;
    clearInterval(looks);
    then();
  }, LOOK_MS).unref();
}
