import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { InstanceSecret } from '../instance-secret.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { openWithAny } from '../seal.ts';

/**
 * Sign-ins that are under way. What one needs is in Redis, sealed, so that any web process can end it, under a digest of
 * its id and of a cookie of the browser that began it: in another browser, and a second time, it is not found.
 */
const KEPT_S = 600;

const began = z.object({
  kind: z.literal('began'),
  /** Where the person goes afterwards. */
  next: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The session that the sign-in confirms; empty if it begins one. */
  confirms: z.string(),
});
const known = z.object({
  kind: z.literal('known'),
  next: z.string(),
  /** Who has signed in at the provider, and has no account yet. */
  identity: z.object({
    issuer: z.string(),
    subject: z.string(),
    claims: z.record(z.string(), z.unknown()),
    refreshToken: z.string(),
    isFresh: z.boolean(),
  }),
});
const flow = z.discriminatedUnion('kind', [began, known]);

/** A sign-in on its way to the provider, or one that came back from it. */
export type Flow = z.infer<typeof flow>;
/** One of its kinds. */
export type FlowOf<Kind extends Flow['kind']> = Extract<Flow, { kind: Kind }>;

type Services = { redis: Redis; secret: InstanceSecret };

/** A token for a browser, or the id of a flow. */
export function newFlowToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Keeps a flow of this browser for ten minutes. */
export async function keepFlow({ redis, secret }: Services, browser: string, id: string, kept: Flow): Promise<void> {
  const key = keyOf(browser, id);
  const sealed = (await secret.load()).seal(JSON.stringify(kept), key);
  await redis.set(key, sealed.toString('base64url'), 'EX', KEPT_S);
}

/** Reads a flow of this browser; null if there is none of this kind. With `take`, it is gone afterwards. */
export async function readFlow<Kind extends Flow['kind']>(
  { redis, secret }: Services,
  browser: string,
  id: string,
  kind: Kind,
  how: 'take' | 'look',
): Promise<FlowOf<Kind> | null> {
  const key = keyOf(browser, id);
  const sealed = how === 'take' ? await redis.getdel(key) : await redis.get(key);
  if (sealed === null) return null;
  const { text } = openWithAny(await secret.loadAll(), Buffer.from(sealed, 'base64url'), key);
  const found = flow.parse(JSON.parse(text));
  return found.kind === kind ? (found as FlowOf<Kind>) : null;
}

function keyOf(browser: string, id: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([browser, id]))
    .digest('hex');
  return redisKeys.ssoFlow(digest);
}
