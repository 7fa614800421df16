import { z } from 'zod';
import { type Failure, failureSchema } from '../lib/outcome.ts';

/** What comes back over the reply channel. A failure travels as data: BullMQ would flatten an Error to its message. */
export type ProviderReply =
  /** `output` is the operation's output as sealed JSON; `waitedMs` is how long the job lay in its queue. */
  | { ok: true; id: string; output: string; waitedMs: number }
  | { ok: false; id: string; failure: Failure; waitedMs: number };

const headSchema = z.object({ id: z.string(), waitedMs: z.number(), failure: failureSchema.optional() });

/** A small head as JSON, a line feed, and the sealed output as it is: it is large, and need not be escaped and read twice. */
export function encodeReply(reply: ProviderReply): string {
  const { id, waitedMs } = reply;
  if (reply.ok) return `${JSON.stringify({ id, waitedMs })}\n${reply.output}`;
  return JSON.stringify({ id, waitedMs, failure: reply.failure });
}

/** Null for anything that is not a reply. */
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
