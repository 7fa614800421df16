import { Worker } from 'node:worker_threads';

/** CPU time without a turn of the event loop. A test that waits for a process (`spawnSync`) uses none. */
const ENDLESS_MS = 60_000;
const LOOK_MS = 2_000;

const WATCH = `
const { writeSync } = require('node:fs');
const { workerData: turns } = require('node:worker_threads');
const cpuMs = () => process.cpuUsage().user / 1e3;
let [seen, since] = [-1, 0];
setInterval(() => {
  const turn = Atomics.load(turns, 0);
  if (turn !== seen) [seen, since] = [turn, cpuMs()];
  else if (cpuMs() - since > ${ENDLESS_MS}) {
    writeSync(2, 'A test is in an endless loop: its worker is ended.\\n');
    process.kill(process.pid, 'SIGKILL');
  }
}, ${LOOK_MS});`;

declare global {
  /** How often the event loop of this worker of Vitest was seen to turn. */
  var seenTurns: Int32Array | undefined;
}

// The time limit of a test is a timer, which an endless loop never lets run: without this, the whole run would hang.
if (!globalThis.seenTurns) {
  const turns = new Int32Array(new SharedArrayBuffer(4));
  globalThis.seenTurns = turns;
  setInterval(() => Atomics.add(turns, 0, 1), LOOK_MS / 2).unref();
  new Worker(WATCH, { eval: true, workerData: turns }).unref();
}
