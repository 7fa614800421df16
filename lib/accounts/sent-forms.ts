import { randomBytes } from 'node:crypto';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import type { Session } from './session-store.ts';

/** Longer than a page usually stays open without a reload. */
const KEPT_S = 86_400;

/** Creates an id for a form that must take effect only once, even if a reload submits it again. */
export function newFormId(): string {
  return randomBytes(16).toString('base64url');
}

/** Whether this form of this session is submitted for the first time. */
export async function firstSent(redis: Redis, session: Session, formId: string): Promise<boolean> {
  return (await redis.set(redisKeys.sentForm(session.id, formId), '1', 'EX', KEPT_S, 'NX')) === 'OK';
}

/** Allows the form to be submitted again, because it had no effect. */
export async function forgetSent(redis: Redis, session: Session, formId: string): Promise<void> {
  await redis.del(redisKeys.sentForm(session.id, formId));
}
