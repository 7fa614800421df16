import type { EventName } from '../events.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { type AuditSource, auditText } from './audit-entry.ts';

/** A page that is reloaded, or a program that asks every minute, leaves one entry in this time. */
const ONCE_IN_S = 3_600;

const readingScript = scriptFile(new URL('./lua/record-reading.lua', import.meta.url), 1);

/**
 * Records that somebody reads the usage of an account that is not their own, or the log of its requests, before they are
 * shown it: once an hour for each reader and account.
 */
export async function recordReading(
  redis: Redis,
  source: AuditSource,
  target: string,
  action: Extract<EventName, 'usage read' | 'requests read'> = 'usage read',
): Promise<void> {
  if (target === source.account) return;
  const reader = source.key ?? source.account;
  const entry = auditText(source, { action, target });
  await readingScript.run(
    redis,
    [redisKeys.auditReading(reader, action === 'usage read' ? target : `${action}:${target}`)],
    [redisKeys.accountsPrefix, ONCE_IN_S, entry],
  );
}
