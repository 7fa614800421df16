import { z } from 'zod';
import { type Failure, failureSchema } from '../lib/outcome.ts';

/** The reply to a call. A failure is sent as data, because BullMQ would reduce an Error to its message. */
export type ProviderReply =
  /** `output` is the operation's output as sealed JSON; `waitedMs` is the time that the job spent in its queue. */
  | { ok: true; id: string; output: string; waitedMs: number }
  | { ok: false; id: string; failure: Failure; waitedMs: number };

const headSchema = z.object({ id: z.string(), waitedMs: z.number(), failure: failureSchema.optional() });

/**
 * Encodes a reply as a small JSON head, a line feed and the sealed output. The output is large, so it is not wrapped in
 * JSON, which would escape and parse it again.
 */
export function encodeReply(reply: ProviderReply): string {
  const { id, waitedMs } = reply;
  if (reply.ok) return `${JSON.stringify({ id, waitedMs })}\n${reply.output}`;
  return JSON.stringify({ id, waitedMs, failure: reply.failure });
}

/** Decodes a reply; null if the message is not one. */
export function decodeReply(message: string): ProviderReply | null {
  const end = message.indexOf('\n');
  const head = headSchema.safeParse(parseJson(end === -1 ? message : message.slice(0, end)));
  if (!head.success) return null;
  const { id, waitedMs, failure } = head.data;
  if (failure) return { ok: false, id, waitedMs, failure };
  return end === -1 ? null : { ok: true, id, waitedMs, output: message.slice(end + 1) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
