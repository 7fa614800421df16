import { Writable } from 'node:stream';
import { type LogReader, Output } from './test-system.ts';

/** A web application or a worker in this process, with its log. */
export class Part<Running extends { close(): Promise<void> }> implements LogReader {
  readonly running: Running;
  readonly #log: MemoryLog;
  #stopped: Promise<void> | undefined;

  constructor(running: Running, log: MemoryLog) {
    this.running = running;
    this.#log = log;
  }

  get output(): string {
    return this.#log.output;
  }

  get lines(): Record<string, unknown>[] {
    return this.#log.lines;
  }

  /** Stops it as SIGTERM would. */
  stop(): Promise<void> {
    this.#stopped ??= this.running.close();
    return this.#stopped;
  }
}

/** What a part of this process logs. */
export class MemoryLog extends Output {
  readonly stream = new Writable({
    write: (chunk, _encoding, done) => {
      this.output += String(chunk);
      done();
    },
  });
}
