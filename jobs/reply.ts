import { z } from 'zod';
import { type Failure, failureSchema } from '../lib/outcome.ts';

/** A worker's reply to one call. A failure is sent as data, because BullMQ would reduce an Error to its message. */
export type Reply = ReplyHead &
  ({ ok: true /** The operation's output as sealed JSON. */; output: Buffer } | { ok: false; failure: Failure });

const headSchema = z.object({
  /** The key of the call. */
  key: z.string(),
  /** How long the call waited in its queue and for a permit. */
  waitedMs: z.number(),
  /** How long the call to the upstream took; null if it was not made. */
  tookMs: z.number().nullable(),
  failure: failureSchema.optional(),
});
type ReplyHead = Omit<z.infer<typeof headSchema>, 'failure'>;

const LENGTH_BYTES = 4;

/** The reply to a call that was not made. */
export function failedReply(key: string, failure: Failure, waitedMs = 0): Reply {
  return { ok: false, key, waitedMs, tookMs: null, failure };
}

/** Encodes a reply: the length of its head, the head as JSON, and the sealed output as it is stored in the cache. */
export function encodeReply(reply: Reply): Buffer {
  const { key, waitedMs, tookMs } = reply;
  const fields = reply.ok ? { key, waitedMs, tookMs } : { key, waitedMs, tookMs, failure: reply.failure };
  const head = Buffer.from(JSON.stringify(fields));
  return Buffer.concat(reply.ok ? [lengthOf(head), head, reply.output] : [lengthOf(head), head]);
}

/** Decodes a reply; null if the message is not one. */
export function decodeReply(message: Buffer): Reply | null {
  const [head, rest] = split(message);
  const parsed = headSchema.safeParse(parseJson(head.toString('utf8')));
  if (!parsed.success) return null;
  const { failure, ...fields } = parsed.data;
  return failure ? { ok: false, failure, ...fields } : { ok: true, output: rest, ...fields };
}

/** Packs several encoded replies into one message: each follows its length. */
export function packReplies(replies: readonly Buffer[]): Buffer {
  return Buffer.concat(replies.flatMap((reply) => [lengthOf(reply), reply]));
}

/** Splits a message into its encoded replies. */
export function unpackReplies(message: Buffer): Buffer[] {
  const replies: Buffer[] = [];
  for (let rest = message; rest.length >= LENGTH_BYTES; ) {
    const [reply, others] = split(rest);
    replies.push(reply);
    rest = others;
  }
  return replies;
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.allocUnsafe(LENGTH_BYTES);
  length.writeUInt32BE(bytes.length);
  return length;
}

/** Splits bytes into a part that follows its length, and the rest. */
function split(bytes: Buffer): [Buffer, Buffer] {
  if (bytes.length < LENGTH_BYTES) return [bytes.subarray(0, 0), bytes.subarray(0, 0)];
  const end = LENGTH_BYTES + bytes.readUInt32BE(0);
  return [bytes.subarray(LENGTH_BYTES, end), bytes.subarray(end)];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller reports what is no reply.
    return undefined;
  }
}
