import type { Failure } from '../outcome.ts';
import type { UpstreamRequest, UpstreamResponse } from '../providers/adapter.ts';
import type { Span, SpanAttributes, Tracing } from './span.ts';

/** The steps of a search on its way to the upstreams. Without tracing, there are none. */

/** A request puts a job into a queue. */
export function sendingStep(request: Span | undefined, queue: string, jobId: string): Span | undefined {
  return request?.child(`send ${queue}`, 'producer', messaging('send', queue, jobId));
}

/** A worker runs a job that was sent by the step with this `traceparent`. */
export function jobStep(
  tracing: Tracing | undefined,
  traceparent: string | undefined,
  queue: string,
  jobId: string,
): Span | undefined {
  return tracing?.start(`process ${queue}`, 'consumer', traceparent, messaging('process', queue, jobId));
}

/** A job calls a provider. */
export function callStep(job: Span | undefined, provider: string, operation: string): Span | undefined {
  const names = { 'tributary.provider': provider, 'tributary.operation': operation };
  return job?.child(`${provider} ${operation}`, 'internal', names);
}

/** Shows in the trace of a request that it waited for a call of another one, whose trace has the call itself. */
export function traceShared(
  request: Span | undefined,
  provider: string,
  call: { traceparent?: string | undefined } & ({ ok: true } | { ok: false; failure: Failure }),
  startedAt: number,
): void {
  const { traceparent } = call;
  if (!request || !traceparent || traceparent.includes(request.traceId)) return;
  const shared = request.child(`join ${provider}`, 'internal', { 'tributary.provider': provider }, startedAt);
  shared.link(traceparent);
  shared.end(call.ok ? undefined : call.failure.code);
}

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * A call sends a request. Of the address, only the host is told: queries are in the parameters of most upstreams, and in
 * the path of some. Upstreams are told nothing of the trace.
 */
export async function exchangeStep(
  call: Span | undefined,
  { url, method = 'GET' }: UpstreamRequest,
  exchange: () => Promise<UpstreamResponse>,
): Promise<UpstreamResponse> {
  if (!call) return exchange();
  const { protocol, hostname, port } = new URL(url);
  const step = call.child(method, 'client', {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': port === '' ? PORTS[protocol] : Number(port),
    'url.scheme': protocol.slice(0, -1),
  });
  try {
    const response = await exchange();
    step.set({ 'http.response.status_code': response.status });
    step.end(response.status >= 400 ? String(response.status) : undefined);
    return response;
  } catch (error) {
    step.end(kindOf(error));
    throw error;
  }
}

/** A code or a name, because messages may contain anything. */
function kindOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name);
}

function messaging(operation: 'send' | 'process', queue: string, jobId: string): SpanAttributes {
  return {
    'messaging.system': 'bullmq',
    'messaging.operation.name': operation,
    'messaging.operation.type': operation,
    'messaging.destination.name': queue,
    'messaging.message.id': jobId,
  };
}
