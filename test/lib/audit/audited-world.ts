import { requireUser } from '../../../lib/accounts/account-store.ts';
import { readSession, type Session } from '../../../lib/accounts/session-store.ts';
import type { AuditSource } from '../../../lib/audit/audit-entry.ts';
import type { AuditEntry } from '../../../lib/audit/stored-entry.ts';
import type { EventName } from '../../../lib/events.ts';
import { type Actor, operator } from '../../../lib/keys/authority.ts';
import type { Redis } from '../../../lib/redis/redis.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import * as tester from '../../harness/as-tester.ts';
import { LIFE } from '../../harness/sessions.ts';

export const PASSWORD = 'correct horse battery staple';
/** Who does what is recorded. */
export const SOURCE: AuditSource = {
  via: 'management API',
  account: 'root',
  key: 'trib_1a2B3c4D',
  address: '203.0.113.9',
  program: 'curl/8',
  request: 'req-1',
};
export const boss: Actor = { ...operator(SOURCE), username: 'root' };
export const noBound = { maxDays: null };

/** What is there before something is done. */
export interface World {
  redis: Redis;
  /** Of a key of ada. */
  prefix: string;
  /** Of ada. */
  session: Session;
  /** What a case has prepared. */
  prepared?: unknown;
}

/** What is recorded, the fields that the entry says to have changed, how to do it, and what that needs besides. */
export type AuditedCase = [
  action: EventName,
  said: Partial<AuditEntry>,
  act: (world: World) => Promise<unknown>,
  prepare?: (world: World) => Promise<unknown>,
];

/** Root, an administrator; ada with a password, a key, a session and a team; an empty audit log. */
export async function auditedWorld(redis: Redis): Promise<World> {
  await redis.flushdb();
  await tester.createUser(redis, 'root', { admin: true });
  await tester.createUser(redis, 'ada');
  // Hashing one for each test would take most of the time.
  await redis.hset(redisKeys.user('ada'), 'password', '$argon2id$of-a-test');
  await tester.createTeam(redis, 'blue');
  await tester.addMember(redis, 'blue', 'ada', 'owner');
  const { prefix } = await tester.createKey(redis, 'ada', { name: 'laptop' });
  const token = await tester.startSession(redis, await requireUser(redis, 'ada'));
  const session = (await readSession(redis, token, LIFE)) as Session;
  await redis.del(redisKeys.audit);
  return { redis, prefix, session };
}
