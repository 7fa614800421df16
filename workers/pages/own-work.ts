import type { z } from 'zod';
import { Deadline } from '../../lib/deadline.ts';
import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { PageFailure, PageRefused } from '../../lib/net/page-failure.ts';
import type { Failure, Outcome } from '../../lib/outcome.ts';
import type { Seal } from '../../lib/seal.ts';
import type { Returned } from '../call-provider.ts';

/** The share of the time left that is for the reply, within bounds. */
const REPLY_SHARE = 0.2;
const MIN_REPLY_MS = 100;
const MAX_REPLY_MS = 1_000;

/** An operation that the worker process does itself, for an account and within a deadline. Never rejects. */
export type OwnWork = (input: unknown, account: string, deadline: Deadline, seal: Seal) => Promise<Outcome<Returned>>;

/**
 * The outcome of such work. What cannot be fetched or read is an output as well, if the operation has such outputs: it says
 * nothing about us. `schema` is that of its outputs.
 */
export async function outcomeOf<Output>(
  work: () => Promise<Output>,
  schema: z.ZodType<Output>,
  errors: ErrorReporter,
  what: string,
): ReturnType<OwnWork> {
  const startedAt = performance.now();
  let failure: Failure = { code: 'internal', reason: 'its output is not valid' };
  const output = await work().catch((error) => {
    const isExpected = error instanceof PageFailure;
    if (!isExpected) errors.report(error, what);
    const reason = isExpected ? error.reason : 'it could not be read';
    failure = { code: error instanceof PageRefused ? 'expired' : 'internal', reason };
    return { ok: false as const, reason };
  });
  const ms = performance.now() - startedAt;
  if (schema.safeParse(output).success) return { ok: true, value: { output, pauseMs: 0 }, ms, cached: false };
  return { ok: false, failure, ms };
}

/**
 * When a page is given up: so long before its request ends that the reply says in time what became of it, also on a busy
 * machine. A page that was fetched is charged only if the reply says so.
 */
export function beforeReply(deadline: Deadline): Deadline {
  const leftMs = deadline.leftMs();
  return Deadline.in(leftMs - Math.min(Math.max(MIN_REPLY_MS, leftMs * REPLY_SHARE), MAX_REPLY_MS));
}
