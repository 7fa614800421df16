import { setTimeout as pause } from 'node:timers/promises';
import {
  type Context,
  DiagLogLevel,
  diag,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind as SpanKinds,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { ErrorReporter } from '../log/error-reporter.ts';
import { VERSION } from '../version.ts';
import type { Span, SpanAttributes, SpanKind, Tracing } from './span.ts';

/** A collector that hangs does not hold up the end of a process for longer. */
const CLOSE_WITHIN_MS = 2_000;

const KINDS: Readonly<Record<SpanKind, SpanKinds>> = {
  internal: SpanKinds.INTERNAL,
  server: SpanKinds.SERVER,
  client: SpanKinds.CLIENT,
  producer: SpanKinds.PRODUCER,
  consumer: SpanKinds.CONSUMER,
};

/**
 * Sends traces to a collector by OTLP over HTTP, in batches and off the path of requests: what it cannot take is dropped
 * and reported. The library reads the standard variables for sampling (`OTEL_TRACES_SAMPLER`), headers, batches and names
 * from the environment itself.
 */
export function openTelemetry(endpoint: string, serviceName: string, errors: ErrorReporter): Tracing {
  // The library's own warnings: an unknown sampler, spans that were dropped.
  const warn = (message: string) => errors.report(new Error(message), 'trace');
  const ignore = () => {};
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  setGlobalErrorHandler((error) => errors.report(error, 'export traces'));
  const own = resourceFromAttributes({ 'service.name': serviceName, 'service.version': VERSION });
  const provider = new BasicTracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }))],
  });
  const tracer = provider.getTracer('tributary', VERSION);
  return {
    start(name, kind, parent, attributes) {
      const remote = contextOf(parent);
      const context = remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
      return new RecordedSpan(tracer, context, name, kind, attributes);
    },
    async close() {
      const closed = provider.shutdown().catch((error) => errors.report(error, 'export traces'));
      await Promise.race([closed, pause(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

class RecordedSpan implements Span {
  readonly traceId: string;
  readonly traceparent: string;
  readonly #tracer: Tracer;
  readonly #span: OtelSpan;
  readonly #context: Context;

  constructor(
    tracer: Tracer,
    parent: Context,
    name: string,
    kind: SpanKind,
    attributes: SpanAttributes,
    startTime?: number,
  ) {
    const options = { kind: KINDS[kind], attributes, ...(startTime === undefined ? {} : { startTime }) };
    this.#tracer = tracer;
    this.#span = tracer.startSpan(name, options, parent);
    this.#context = trace.setSpan(parent, this.#span);
    const { traceId, spanId, traceFlags } = this.#span.spanContext();
    this.traceId = traceId;
    this.traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  }

  child(name: string, kind: SpanKind, attributes: SpanAttributes, startedAt?: number): Span {
    return new RecordedSpan(this.#tracer, this.#context, name, kind, attributes, startedAt);
  }

  set(attributes: SpanAttributes): void {
    // The library warns of changes after the end: a client may leave while it gets its reply.
    if (this.#span.isRecording()) this.#span.setAttributes(attributes);
  }

  link(traceparent: string): void {
    const context = contextOf(traceparent);
    if (context) this.#span.addLink({ context });
  }

  end(error?: string): void {
    // A span that is not sampled, or has ended, does not record.
    if (!this.#span.isRecording()) return;
    if (error !== undefined) this.#span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end();
  }
}

/** The span that a `traceparent` names; null if it names none. */
function contextOf(traceparent: string | undefined): SpanContext | null {
  const context = traceparent === undefined ? null : parseTraceParent(traceparent);
  return context && { ...context, isRemote: true };
}
