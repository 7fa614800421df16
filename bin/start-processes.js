// The processes that `npm start` runs: how they start, where they log, and how all of them end together.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const STOP_WITHIN_MS = 15_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const LOG_LINES_SHOWN = 10;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** A process that has run for this long has not ended for the reason that it ended for before. */
const STEADY_MS = 60_000;
/** Where there are few cores, threads that collect garbage take time from those that serve. */
const NODE_OPTIONS = os.availableParallelism() <= 2 ? ['--single-threaded-gc'] : [];

/**
 * How long to wait before a process that ended is started again.
 * @param {number} previousMs the pause before its last start; 0 if there was none
 * @param {number} ranForMs
 * @param {number} firstMs
 */
export function nextPause(previousMs, ranForMs, firstMs) {
  if (previousMs === 0 || ranForMs > STEADY_MS) return firstMs;
  return Math.min(2 * previousMs, MAX_PAUSE_MS);
}

/** When one of ours ends by itself, or a signal arrives, all of them end. Redis is started again. */
export class StartProcesses {
  /** Whether they are being stopped, or have been. */
  stopping = false;
  #root;
  #logs;
  #say;
  /** @type {{ name: string, process: import('node:child_process').ChildProcess }[]} */
  #running = [];
  /** The size of each log before this start. */
  #earlierBytes = new Map();
  /** A process that is not up yet, and what ends it. */
  #beginning = Promise.resolve();
  #aborted = new AbortController();
  #end;
  #firstPauseMs;

  constructor({ root, logs, say, firstPauseMs = FIRST_PAUSE_MS }) {
    this.#firstPauseMs = firstPauseMs;
    this.#root = root;
    this.#logs = logs;
    this.#say = say;
    /** The exit code, once all of them have ended. */
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    fs.mkdirSync(logs, { recursive: true });
    for (const file of fs.readdirSync(logs)) {
      this.#earlierBytes.set(path.basename(file, '.log'), fs.statSync(path.join(logs, file)).size);
    }
  }

  /** Stops all of them when this process is told to end. */
  stopOnSignals() {
    const onSignal = () => void this.stop(0);
    for (const signal of SIGNALS) process.on(signal, onSignal);
    void this.ended.then(() => {
      for (const signal of SIGNALS) process.off(signal, onSignal);
    });
  }

  /**
   * Starts one of our processes with its log in a file. It is detached, so that Ctrl-C reaches only this process, which
   * stops the others in order. An IPC channel lets it notice if this process is killed.
   */
  start(name, args, env) {
    const log = fs.openSync(this.#logFile(name), 'a');
    const options = { cwd: this.#root, env, detached: true, stdio: ['ignore', log, log, 'ipc'] };
    const child = spawn(process.execPath, [...NODE_OPTIONS, ...args], options);
    fs.closeSync(log);
    this.#track(name, child);
  }

  /**
   * Waits for a process that takes its time to start, which the signal aborts. If it ends by itself, it is started again,
   * and the others wait for it: a Redis ends when its disk is full, and works when there is space again.
   */
  async begin(name, start) {
    const entry = { name, process: await this.#begun(start) };
    this.#running.push(entry);
    void this.#keepRunning(entry, start);
  }

  #begun(start) {
    const begun = start(this.#aborted.signal);
    this.#beginning = begun;
    return begun;
  }

  async #keepRunning(entry, start) {
    for (let pauseMs = 0; ; ) {
      const startedAt = performance.now();
      const [code, signal] = await once(entry.process, 'exit');
      if (this.stopping) return;
      let ranForMs = performance.now() - startedAt;
      let why = `ended unexpectedly (${signal ?? `code ${code}`})`;
      for (let isUp = false; !isUp; ranForMs = 0) {
        pauseMs = nextPause(pauseMs, ranForMs, this.#firstPauseMs);
        this.#say(`${entry.name} ${why}. Restarting in ${pauseMs / 1_000} s. ${this.#endOfLog(entry.name)}`);
        try {
          await sleep(pauseMs, undefined, { signal: this.#aborted.signal });
          entry.process = await this.#begun(start);
          isUp = true;
        } catch (error) {
          if (this.stopping) return;
          why = `could not be started (${error.message.split('\n', 1)[0]})`;
        }
      }
      this.#say(`${entry.name} is running again.`);
    }
  }

  /** What a process has logged since this start. */
  logOf(name) {
    const file = this.#logFile(name);
    return fs.existsSync(file) ? fs.readFileSync(file).subarray(this.#earlierBytes.get(name)).toString() : '';
  }

  /** Stops the processes in reverse order, so that web can finish its requests while the worker and Redis still run. */
  async stop(code) {
    if (this.stopping) return;
    this.stopping = true;
    this.#aborted.abort();
    // The start itself reports why it failed.
    await this.#beginning.catch(() => {});
    for (const { process: child } of [...this.#running].reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await Promise.race([ended, sleep(STOP_WITHIN_MS)]);
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    }
    this.#end(code);
  }

  /** Stops everything when a process ends by itself, and shows the end of its log. */
  #track(name, child) {
    this.#running.push({ name, process: child });
    child.on('exit', (code, signal) => {
      if (this.stopping) return;
      this.#say(`${name} ended unexpectedly (${signal ?? `code ${code}`}). ${this.#endOfLog(name)}`);
      void this.stop(1);
    });
  }

  #endOfLog(name) {
    const lines = this.logOf(name).trimEnd().split('\n').slice(-LOG_LINES_SHOWN);
    return [`The end of .data/log/${name}.log:`, ...lines].join('\n');
  }

  #logFile(name) {
    return path.join(this.#logs, `${name}.log`);
  }
}
