/** What a step is to its neighbours, in OpenTelemetry's words. */
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** What is known of a step, by names of OpenTelemetry's semantic conventions. Never a query, nor an address with one. */
export type SpanAttributes = Readonly<Record<string, string | number | undefined>>;

/** One step of a request that is traced. Code that may run without tracing has `undefined` in its place. */
export interface Span {
  /** The request's id in every process and log line. */
  readonly traceId: string;
  /** This step, as other processes name it: the header of W3C Trace Context. */
  readonly traceparent: string;
  /** Starts a step of this one, or records one that started earlier on the monotonic clock. */
  child(name: string, kind: SpanKind, attributes: SpanAttributes, startedAt?: number): Span;
  set(attributes: SpanAttributes): void;
  /** A step of another trace did the work of this one. */
  link(traceparent: string): void;
  /** Ends it, once. `error` is the kind of a failure: a code, never a text. */
  end(error?: string): void;
}

/** The traces of a process. */
export interface Tracing {
  /** Starts a step whose parent is in another process; without a valid one, it begins a trace. */
  start(name: string, kind: SpanKind, parent: string | undefined, attributes: SpanAttributes): Span;
  /** Sends what has not been sent, within a short time. */
  close(): Promise<void>;
}
