import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../../lib/errors.ts';
import type { KeyOwner } from '../../lib/limits/verdict.ts';
import { type RequestReason, reasonByStatus } from '../../lib/requests/request-reason.ts';
import type { EngineOutcome } from '../../lib/requests/request-record.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What is learned of the request on its way; null for one of which no record is made. */
    notes: RequestNotes | null;
  }
}

/** What is learned of a request on its way, for its line in the log and for its record. */
export interface RequestNotes {
  /** What was asked for, if the route does not say it: a tool, or what a page searched. */
  endpoint?: string;
  /** The account whose limits it concerned, and the labels of its key. */
  owner?: KeyOwner;
  /** The prefix of its key. */
  key?: string;
  engines: readonly EngineOutcome[];
  /** It lasts as long as its client wants, or waits for pages until there are enough. */
  isUntimed?: true;
  /** The reply was taken from a cache as a whole. */
  isKept?: true;
  /** What the caller was told, if it is not in the status: a stream and a tool call may fail after it, or without it. */
  failure?: { status: number; reason: RequestReason | null };
  /** Its reply, once that is being sent. */
  sent?: FastifyReply;
  /** Its client left before it was answered: what it is counted as is certain only then. */
  hasLeft?: true;
}

/** Notes an error that the caller is told of. The first is the cause. */
export function noteFailure({ notes }: FastifyRequest, { status, reason }: ApiError): void {
  if (notes) notes.failure ??= { status, reason: reason ?? reasonByStatus(status) };
}
