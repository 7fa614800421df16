import { Deadline } from '../../lib/deadline.ts';

/** The request that calls providers: an API call or a page. */
export interface Requester {
  requestId: string;
  /** The username of the account that makes the request. */
  account: string;
  /** Creates a signal that aborts when the client disconnects. Most requests never need one. */
  signal: () => AbortSignal;
  /** Called when a provider call of the request is queued, possibly several times: from then on, the request counts. */
  onQueued: () => void;
}

/** What all provider calls of one request share. */
export interface CallContext {
  requestId: string;
  account: string;
  signal: AbortSignal;
  onQueued: () => void;
  deadline: Deadline;
}

/** Creates the context of a request's provider calls, with a deadline `withinMs` from now. */
export function callContext({ requestId, account, signal, onQueued }: Requester, withinMs: number): CallContext {
  return { requestId, account, signal: signal(), onQueued, deadline: Deadline.in(withinMs) };
}
