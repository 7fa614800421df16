// The processes that `npm start` runs: how they start, where they log, and how all of them end together.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const STOP_WITHIN_MS = 15_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const LOG_LINES_SHOWN = 10;
/** Where there are few cores, threads that collect garbage take time from those that serve. */
const NODE_OPTIONS = os.availableParallelism() <= 2 ? ['--single-threaded-gc'] : [];

/** When one of them ends by itself, or a signal arrives, all of them end. */
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

  constructor({ root, logs, say }) {
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

  /** Waits for a process that takes its time to start, which the signal aborts. */
  async begin(name, start) {
    const begun = start(this.#aborted.signal);
    this.#beginning = begun;
    this.#track(name, await begun);
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
      this.#say(`${name} ended unexpectedly (${signal ?? `code ${code}`}). The end of .data/log/${name}.log:`);
      this.#say(this.logOf(name).trimEnd().split('\n').slice(-LOG_LINES_SHOWN).join('\n'));
      void this.stop(1);
    });
  }

  #logFile(name) {
    return path.join(this.#logs, `${name}.log`);
  }
}
