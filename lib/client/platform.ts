/**
 * What the client uses of its platform. Browsers, workers and Node.js all have it, but each declares it in types of its
 * own: these stand in for them in programs that have none.
 */

/** Ends a call: an `AbortSignal`. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Known } } ? Known : PlainSignal;

/** Sends a request: `fetch`. */
export type Fetch = typeof globalThis extends { fetch: infer Known } ? Known : PlainFetch;

/** The part of an `AbortSignal` that the client uses. */
export interface PlainSignal {
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The part of `fetch` that the client uses. */
export type PlainFetch = (address: string, options: PlainOptions) => Promise<PlainReply>;

/** The options of a request. */
export interface PlainOptions {
  method: string;
  headers: Record<string, string>;
  signal: PlainSignal | null;
  body?: string;
}

/** The part of a `Response` that the client uses. */
export interface PlainReply {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  /** The body in parts, for streams. */
  readonly body?: PlainBody | null;
}

/** The part of a `ReadableStream` that the client uses. */
export interface PlainBody {
  getReader(): { read(): Promise<{ done: boolean; value?: unknown }>; cancel(): Promise<void> };
}
