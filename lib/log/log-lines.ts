import fs from 'node:fs';

const WRITE_FROM_CHARS = 8_192;
const WRITE_WITHIN_MS = 100;
/** More than a reader that stalls for a moment leaves waiting. */
const MAX_WAITING_CHARS = 4 * 1024 * 1024;

/**
 * Writes log lines to a file descriptor, several at once and off the event loop: one write per line cost a cached search
 * a tenth of its time. A line waits at most 100 ms; the rest is written at exit. Lines that cannot be written, because
 * the disk is full or the reader is gone, are counted and dropped: a process must not end or grow for its log.
 */
export class LogLines {
  readonly #fd: number;
  readonly #onRecovery: (lost: number) => void;
  #waiting: string[] = [];
  #waitingChars = 0;
  #isWriting = false;
  #timer: NodeJS.Timeout | undefined;
  #lost = 0;
  #lostUntold = 0;

  /** `onRecovery` is called when writing works again, with the number of lines that were lost until then. */
  constructor(fd: number, onRecovery: (lost: number) => void = () => {}) {
    this.#fd = fd;
    this.#onRecovery = onRecovery;
  }

  /** The number of lines lost since the start. */
  get lost(): number {
    return this.#lost;
  }

  write(line: string): void {
    if (this.#waitingChars > MAX_WAITING_CHARS) {
      this.#lose(1);
      return;
    }
    this.#waiting.push(line);
    this.#waitingChars += line.length;
    if (this.#waitingChars >= WRITE_FROM_CHARS) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), WRITE_WITHIN_MS).unref();
  }

  /** Writes what waits before it returns, for the end of the process. */
  flushSync(): void {
    const [lines, bytes] = this.#take();
    try {
      for (let from = 0; from < bytes.length; ) from += fs.writeSync(this.#fd, bytes, from);
    } catch {
      // The log itself cannot be written. How many lines were lost is written when it can be.
      this.#lose(lines);
    }
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isWriting || this.#waiting.length === 0) return;
    this.#isWriting = true;
    this.#writeRest(...this.#take(), 0);
  }

  #take(): [lines: number, bytes: Buffer] {
    const taken = this.#waiting;
    this.#waiting = [];
    this.#waitingChars = 0;
    return [taken.length, Buffer.from(taken.join(''))];
  }

  #writeRest(lines: number, bytes: Buffer, from: number): void {
    fs.write(this.#fd, bytes, from, (error, written) => {
      // The reader of a non-blocking pipe is slow: the rest is tried again a little later.
      if (error?.code === 'EAGAIN') setTimeout(() => this.#writeRest(lines, bytes, from), WRITE_WITHIN_MS);
      else if (!error && from + written < bytes.length) this.#writeRest(lines, bytes, from + written);
      else this.#end(error ? lines : 0);
    });
  }

  #end(lost: number): void {
    this.#isWriting = false;
    if (lost > 0) this.#lose(lost);
    else if (this.#lostUntold > 0) {
      const untold = this.#lostUntold;
      this.#lostUntold = 0;
      this.#onRecovery(untold);
    }
    this.#flush();
  }

  #lose(lines: number): void {
    this.#lost += lines;
    this.#lostUntold += lines;
  }
}
