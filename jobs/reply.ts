import { Packr } from 'msgpackr';
import { z } from 'zod';
import { type Failure, failureSchema } from '../lib/outcome.ts';

const head = {
  /** The key of the call. */
  key: z.string(),
  /** How long the call waited in its queue and for a permit. */
  waitedMs: z.number(),
  /** How long the call to the upstream took; null if it was not made. */
  tookMs: z.number().nullable(),
  /** The call as a step of its trace, for requests of other traces that share it. */
  traceparent: z.string().optional(),
};

/** A worker's reply to one call. A failure is sent as data, because BullMQ would reduce an Error to its message. */
const replySchema = z.discriminatedUnion('ok', [
  /** The operation's output is sealed JSON, as it is stored in the cache. */
  z.object({ ok: z.literal(true), ...head, output: z.instanceof(Buffer) }),
  z.object({ ok: z.literal(false), ...head, failure: failureSchema }),
]);
export type Reply = z.infer<typeof replySchema>;

const messages = new Packr({ useRecords: false });

/** The reply to a call that was not made. */
export function failedReply(key: string, failure: Failure, waitedMs = 0): Reply {
  return { ok: false, key, waitedMs, tookMs: null, failure };
}

/** Encodes replies as MessagePack, which takes bytes as they are. */
export function encodeReplies(replies: readonly Reply[]): Buffer {
  return messages.pack(replies);
}

/** Decodes a message. Throws if it is not one of replies. */
export function decodeReplies(message: Buffer): Reply[] {
  return z.array(replySchema).parse(messages.unpack(message));
}
