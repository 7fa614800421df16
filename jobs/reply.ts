import type { Seal } from '../lib/instance-secret.ts';
import type { Failure } from '../lib/outcome.ts';

/** A worker's reply to one call. A failure is sent as data, because BullMQ would reduce an Error to its message. */
export type ProviderReply = ReplyHead &
  ({ ok: true /** The operation's output as JSON. */; output: string } | { ok: false; failure: Failure });

interface ReplyHead {
  /** The key of the call. */
  key: string;
  /** How long the call waited in its queue and for a place. */
  waitedMs: number;
  /** How long the call to the upstream took; null if it was not made. */
  tookMs: number | null;
}

/**
 * Seals a reply: a small JSON head, a line feed and the output. The output is large and already JSON, so it is not
 * wrapped in JSON again.
 */
export function sealReply(seal: Seal, reply: ProviderReply): Buffer {
  if (!reply.ok) return seal.seal(JSON.stringify(reply));
  const { output, ...head } = reply;
  return seal.seal(`${JSON.stringify(head)}\n${output}`);
}

/** Opens a reply; null if it was not sealed by this instance. What it opens needs no further check. */
export function openReply(seal: Seal, sealed: Buffer): ProviderReply | null {
  try {
    const text = seal.open(sealed);
    const end = text.indexOf('\n');
    if (end === -1) return JSON.parse(text) as ProviderReply;
    return { ...(JSON.parse(text.slice(0, end)) as ReplyHead & { ok: true }), output: text.slice(end + 1) };
  } catch {
    return null;
  }
}

const LENGTH_BYTES = 4;

/** Packs several sealed replies into one message: each follows its length. */
export function packReplies(replies: readonly Buffer[]): Buffer {
  return Buffer.concat(
    replies.flatMap((reply) => {
      const length = Buffer.allocUnsafe(LENGTH_BYTES);
      length.writeUInt32BE(reply.length);
      return [length, reply];
    }),
  );
}

/** Splits a message into its sealed replies. */
export function unpackReplies(message: Buffer): Buffer[] {
  const replies: Buffer[] = [];
  for (let at = 0; at + LENGTH_BYTES <= message.length; ) {
    const end = at + LENGTH_BYTES + message.readUInt32BE(at);
    replies.push(message.subarray(at + LENGTH_BYTES, end));
    at = end;
  }
  return replies;
}
