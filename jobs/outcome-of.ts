import type { InstanceSecret } from '../lib/instance-secret.ts';
import type { ErrorReporter } from '../lib/log/error-reporter.ts';
import type { Outcome } from '../lib/outcome.ts';
import { openWithAny } from '../lib/seal.ts';
import type { CallRequest } from './in-flight-call.ts';
import type { Reply } from './reply.ts';

interface Opening {
  secret: Pick<InstanceSecret, 'loadAll'>;
  errors: ErrorReporter;
}

/** What a reply says to a request that has waited for it since a time. */
export async function outcomeOf<T>(
  reply: Reply,
  startedAt: number,
  request: CallRequest,
  { secret, errors }: Opening,
): Promise<Outcome<T>> {
  const ms = performance.now() - startedAt;
  if (!reply.ok) return { ok: false, failure: reply.failure, ms, ...(isRefusal(reply) && { notMade: true }) };
  try {
    const { text } = openWithAny(await secret.loadAll(), reply.output, reply.key);
    return { ok: true, value: JSON.parse(text) as T, ms, cached: false };
  } catch (error) {
    const about = { reqId: request.requestId, trace_id: request.span?.traceId };
    errors.unlessAway('open a reply', about)(error);
    return { ok: false, failure: { code: 'internal', reason: 'the reply could not be read' }, ms };
  }
}

/** Whether a call was not made. A worker knows; a request that stops to wait does not, unless it was told to. */
function isRefusal({ tookMs, job, failure }: Reply & { ok: false }): boolean {
  return tookMs === null && (job !== undefined || failure.code === 'overloaded');
}
