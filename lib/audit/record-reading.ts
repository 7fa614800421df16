import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { type AuditSource, auditText } from './audit-entry.ts';

/** A page that is reloaded, or a program that asks every minute, leaves one entry in this time. */
const ONCE_IN_S = 3_600;

const readingScript = scriptFile(new URL('./lua/record-reading.lua', import.meta.url), 1);

/**
 * Records that somebody reads the usage of an account that is not their own, before they are shown it: once an hour for
 * each reader and account.
 */
export async function recordReading(redis: Redis, source: AuditSource, target: string): Promise<void> {
  if (target === source.account) return;
  const reader = source.key ?? source.account;
  const entry = auditText(source, { action: 'usage read', target });
  await readingScript.run(
    redis,
    [redisKeys.auditReading(reader, target)],
    [redisKeys.accountsPrefix, ONCE_IN_S, entry],
  );
}
