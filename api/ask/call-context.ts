import { Deadline } from '../../lib/deadline.ts';

/** The request that asks providers: a call of the API, or a page. */
export interface Requester {
  requestId: string;
  /** Makes a signal that is aborted when the client has gone. Most requests never need it. */
  signal: () => AbortSignal;
}

/** One request's calls to providers: on whose behalf, and by when. */
export interface CallContext {
  requestId: string;
  signal: AbortSignal;
  deadline: Deadline;
}

export function callContext({ requestId, signal }: Requester, withinMs: number): CallContext {
  return { requestId, signal: signal(), deadline: Deadline.in(withinMs) };
}
