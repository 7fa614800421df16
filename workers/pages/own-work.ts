import { Deadline } from '../../lib/deadline.ts';
import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { PageFailure } from '../../lib/net/page-failure.ts';
import type { Outcome } from '../../lib/outcome.ts';
import type { Seal } from '../../lib/seal.ts';
import type { Returned } from '../call-provider.ts';

/** The share of the time left that is for the reply, within bounds. */
const REPLY_SHARE = 0.2;
const MIN_REPLY_MS = 100;
const MAX_REPLY_MS = 1_000;

/** An operation that the worker process does itself, for an account and within a deadline. Never rejects. */
export type OwnWork = (input: unknown, account: string, deadline: Deadline, seal: Seal) => Promise<Outcome<Returned>>;

/** The outcome of such work. What cannot be fetched or read is an output as well: it says nothing about us. */
export async function outcomeOf(
  work: () => Promise<unknown>,
  errors: ErrorReporter,
  what: string,
): ReturnType<OwnWork> {
  const startedAt = performance.now();
  const output = await work().catch((error) => {
    if (error instanceof PageFailure) return { ok: false as const, reason: error.reason };
    errors.report(error, what);
    return { ok: false as const, reason: 'it could not be read' };
  });
  return { ok: true, value: { output, pauseMs: 0 }, ms: performance.now() - startedAt, cached: false };
}

/**
 * When a page is given up: so long before its request ends that the reply says in time what became of it, also on a busy
 * machine. A page that was fetched is charged only if the reply says so.
 */
export function beforeReply(deadline: Deadline): Deadline {
  const leftMs = deadline.leftMs();
  return Deadline.in(leftMs - Math.min(Math.max(MIN_REPLY_MS, leftMs * REPLY_SHARE), MAX_REPLY_MS));
}
