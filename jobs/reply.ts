import { Packr } from 'msgpackr';
import { z } from 'zod';
import { type Failure, failureSchema } from '../lib/outcome.ts';
import { readsVersion, versionRefusal, WIRE_VERSION } from '../lib/wire-version.ts';

/** How long after the end of its job a reply may still be on its way. */
export const REPLY_MARGIN_MS = 1_000;

const head = {
  /** See `wire-version.ts`. */
  v: z.number().optional(),
  /** The key of the call. */
  key: z.string(),
  /** The job that made the call; absent where the answer was found in the cache. */
  job: z.string().optional(),
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

/** What a reply has in every version. */
const awaitedSchema = z.looseObject({ v: head.v, key: head.key });

const messages = new Packr({ useRecords: false });

/** The reply to a call that was not made. */
export function failedReply(key: string, failure: Failure, waitedMs = 0): Reply {
  return { ok: false, v: WIRE_VERSION, key, waitedMs, tookMs: null, failure };
}

/** Encodes replies to one process as MessagePack, which takes bytes as they are. */
export function encodeReplies(replies: readonly Reply[]): Buffer {
  return messages.pack(replies);
}

/** Decodes a message. Throws if it is not one of replies. One in a version that is not read fails its call. */
export function decodeReplies(message: Buffer, onUnread: (reason: string) => void = () => {}): Reply[] {
  const replies = z.array(awaitedSchema).parse(messages.unpack(message));
  return replies.map((reply) => {
    if (readsVersion(reply.v)) return replySchema.parse(reply);
    const reason = versionRefusal('reply', reply.v);
    onUnread(reason);
    return failedReply(reply.key, { code: 'internal', reason });
  });
}
