import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { exchange } from '../../net/exchange.ts';
import type { Guard } from '../../net/guarded-connect.ts';
import { PageFailure, reasonOf } from '../../net/page-failure.ts';
import { retryAfterMs } from '../../providers/responses.ts';
import type { WebhookForm } from '../endpoint.ts';
import type { Tried } from './tried.ts';

/** A request to an endpoint. */
export interface WebhookPost {
  url: string;
  /** The id of the delivery. */
  id: string;
  secret: string;
  form: WebhookForm;
  body: string;
  /** When it is sent, in milliseconds since the epoch. */
  now: number;
}

/** What requests are sent with. */
export interface PostSettings {
  guard: Guard;
  userAgent: string;
  timeoutMs: number;
  signal: AbortSignal;
}

const MAX_REPLY_BYTES = 64 * 1024;
const GONE = 410;

/** Sends a signed request. Never rejects for what the receiver does. */
export async function postEvent(
  post: WebhookPost,
  { guard, userAgent, timeoutMs, signal }: PostSettings,
): Promise<Tried> {
  const { url, body } = post;
  const headers = {
    'user-agent': userAgent,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    accept: '*/*',
    ...signatures(post),
  };
  try {
    const limits = { timeoutMs, signal, maxBytes: MAX_REPLY_BYTES, unreadable: () => new ReplyTooLarge() };
    const reply = await exchange({ url: new URL(url), headers, body, guard, ...limits });
    const { status } = reply;
    if (status >= 200 && status < 300) return { isDelivered: true, status };
    const error = status >= 300 && status < 400 ? 'it redirects, which is not followed' : `it answered with ${status}`;
    return { isDelivered: false, status, error, isGone: status === GONE, askedMs: retryAfterMs(reply) ?? 0 };
  } catch (error) {
    // What is wrong with a receiver is told to its owner; anything else is a fault of ours.
    const reason = reasonOf(error);
    if (reason === null) throw error;
    return { isDelivered: false, status: null, error: reason, isGone: false, askedMs: 0 };
  }
}

class ReplyTooLarge extends PageFailure {
  constructor() {
    super('its answer is larger than 64 KB');
  }
}

/** The headers that show whose request it is. The time is that of this try. */
function signatures({ id, secret, form, body, now }: WebhookPost): Record<string, string> {
  const standard = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, new Date(now), body),
  };
  if (form === 'standard') return standard;
  return { ...standard, 'x-firecrawl-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` };
}
