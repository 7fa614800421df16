/**
 * The end of some work: after a time, or when another end comes. Not `AbortSignal.any` of `AbortSignal.timeout`, which
 * Node 20 may collect before it fires.
 */
export class Ending {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #earlier: AbortSignal | undefined;
  readonly #end = () => this.end();

  constructor(inMs: number, earlier?: AbortSignal) {
    this.#timer = setTimeout(this.#end, inMs);
    this.#earlier = earlier;
    if (earlier?.aborted) this.end();
    else earlier?.addEventListener('abort', this.#end);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Ends it now. */
  end(): void {
    this.clear();
    this.#controller.abort();
  }

  /** The work has ended before. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#earlier?.removeEventListener('abort', this.#end);
  }
}

/** Settles as the promise does, or rejects with `reason()` when the signal is aborted first. */
export function until<T>(signal: AbortSignal, promise: Promise<T>, reason: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(reason());
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
