import type { JointStart } from '../../jobs/joint-start.ts';
import { Deadline } from '../../lib/deadline.ts';
import type { StoredRules } from '../../lib/rules/stored-rules.ts';
import type { Span } from '../../lib/tracing/span.ts';

/** The request that calls providers: an API call or a page. */
export interface Requester {
  requestId: string;
  /** The request as a step of its trace. */
  span?: Span | undefined;
  /** The username of the account that makes the request. */
  account: string;
  /** Creates a signal that aborts when the client disconnects. Most requests never need one. */
  signal: () => AbortSignal;
  /** How long the request has taken so far. */
  elapsedMs: () => number;
  /** Shortens the time for provider calls, for clients that wait less long than the settings allow. */
  deadlineMs?: number | undefined;
  /** Settles when it is known whether the request may have answers at all; the cache is read meanwhile. Absent if it may. */
  admitted?: Promise<unknown> | undefined;
  /** Called when a provider call of the request is queued, possibly several times: from then on, the request counts. */
  onQueued: () => void;
  /** What makes questions that start together one job, if the request asks several. */
  together?: JointStart | undefined;
  /** Whether a provider that has just failed to answer the same question is not asked again. */
  sparesFailed?: boolean | undefined;
  /** The lists of rules for sites of the requester's key and account, if there are any. */
  rules?: readonly StoredRules[] | undefined;
}

/** What all provider calls of one request share. */
export interface CallContext {
  requestId: string;
  span: Span | undefined;
  account: string;
  signal: AbortSignal;
  onQueued: () => void;
  admitted?: Promise<unknown> | undefined;
  deadline: Deadline;
  together: JointStart | undefined;
  sparesFailed: boolean;
}

/** Creates the context of a request's provider calls, with a deadline at most `withinMs` from now. */
export function callContext(requester: Requester, withinMs: number): CallContext {
  const { requestId, span, account, signal, deadlineMs = withinMs, onQueued, admitted } = requester;
  const { together, sparesFailed = false } = requester;
  const deadline = Deadline.in(Math.min(withinMs, deadlineMs));
  return { requestId, span, account, signal: signal(), onQueued, admitted, deadline, together, sparesFailed };
}
