import type { ChainableCommander } from 'ioredis';
import type { EventName } from '../events.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';

/** Who does something, and from where. */
export interface AuditSource {
  via: 'page' | 'management API' | 'command line' | 'single sign-on' | 'connector' | 'instance';
  /** The account that acts; on the command line, the user of the system; empty if nobody has signed in. */
  account: string;
  /** The public part of the key with which it acts. */
  key?: string | undefined;
  /** The client's address; on the command line, the machine. */
  address?: string | undefined;
  /** The client's program, such as its browser. */
  program?: string | undefined;
  request?: string | undefined;
}

/** Values of fields before or after a change; never a secret. */
export type AuditFields = Readonly<Record<string, string>>;

/** What was done to whom. */
export interface AuditedAction {
  action: EventName;
  /** The account, team, key, engine or setting that it was done to. */
  target?: string | undefined;
  before?: AuditFields;
  after?: AuditFields;
}

/** An entry as scripts and transactions write it: see `lua/record-entry.lua`. */
export function auditText(source: AuditSource, action: AuditedAction): string {
  return JSON.stringify({ ...source, ...action });
}

/** Adds an entry to a transaction, so that what it records and the entry are written together or not at all. */
export function addEntry(
  transaction: ChainableCommander,
  source: AuditSource,
  action: AuditedAction,
): ChainableCommander {
  return transaction.xadd(redisKeys.audit, '*', 'entry', auditText(source, action));
}

/** Writes an entry alone, before an action that writes nothing to Redis: if it cannot be written, nothing happens. */
export async function writeEntry(redis: Redis, source: AuditSource, action: AuditedAction): Promise<void> {
  await redis.xadd(redisKeys.audit, '*', 'entry', auditText(source, action));
}
