import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { redisKeys } from '../redis-keys.ts';
import type { Session } from './session-store.ts';

/** Longer than anyone leaves a page open before reloading it. */
const KEPT_S = 86_400;

/** Goes into a form that must do its work once, even if the browser sends it again on a reload. */
export function newFormId(): string {
  return randomBytes(16).toString('base64url');
}

/** True the first time that this form of this session is sent. */
export async function firstSent(redis: Redis, session: Session, formId: string): Promise<boolean> {
  return (await redis.set(redisKeys.sentForm(session.id, formId), '1', 'EX', KEPT_S, 'NX')) === 'OK';
}

/** The form did nothing after all: it may be sent again. */
export async function forgetSent(redis: Redis, session: Session, formId: string): Promise<void> {
  await redis.del(redisKeys.sentForm(session.id, formId));
}
