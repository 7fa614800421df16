import { existsSync, realpathSync, rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parentPort, threadId } from 'node:worker_threads';

// What a thread does not find, once.
const { UNRULY_LACK, UNRULY_LOAD_MS } = process.env;
if (UNRULY_LACK && existsSync(UNRULY_LACK)) {
  rmSync(UNRULY_LACK);
  throw new Error('cannot load');
}

const CPU_FILE = '/proc/thread-self/schedstat';
if (existsSync(CPU_FILE)) parentPort.postMessage({ threadId, cpuFile: realpathSync(CPU_FILE) });

await setTimeout(Number(UNRULY_LOAD_MS ?? 0));

const doze = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Entry of a thread that does what it is told: it hangs, dies, dozes, or gives back what it was asked. */
export function work({ query: { q } }) {
  if (q.endsWith('hang')) for (;;);
  // As on a machine that gives the thread no CPU time.
  if (q === 'doze') doze(1_500);
  if (q === 'sleep') doze();
  if (q === 'die') process.exit(1);
  return q;
}
