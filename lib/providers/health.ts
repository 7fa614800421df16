import { z } from 'zod';
import type { Redis } from '../redis/redis.ts';
import { databaseOf } from '../redis/redis-channel.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { type Health, unknownHealth } from './breaker.ts';

/** A record with its text in Redis, which shows whether it is still the same. */
export interface StoredHealth {
  health: Health;
  /** Grows with each change, also when Redis was emptied in between. */
  version: number;
  text: string;
}

const storedSchema = z.object({
  version: z.number(),
  state: z.enum(['up', 'down', 'unknown']),
  failures: z.number(),
  opened: z.number(),
  openedAt: z.number(),
  openUntil: z.number(),
  pausedUntil: z.number(),
  // Processes before 0.6 do not write these.
  spentUntil: z.number().default(0),
  spentBudget: z.string().default(''),
  trialUntil: z.number(),
  failedAt: z.number(),
  refusedAccount: z.string(),
  checkedAt: z.number(),
  lastOkAt: z.number(),
  lastError: z.string(),
}) satisfies z.ZodType<Health & { version: number }>;

const absent: StoredHealth = { health: unknownHealth, version: 0, text: '' };

/** Reads a record from its text. One that cannot be read, of another version of Tributary, counts as absent. */
export function parseHealth(text: string | undefined): StoredHealth {
  if (!text) return absent;
  const parsed = storedSchema.safeParse(JSON.parse(text));
  if (!parsed.success) return { ...absent, text };
  const { version, ...health } = parsed.data;
  return { health, version, text };
}

/** Reads the records of all providers that have one. */
export async function readStoredHealth(redis: Redis): Promise<Map<string, StoredHealth>> {
  const records = await redis.hgetall(redisKeys.health);
  return new Map(Object.entries(records).map(([provider, text]) => [provider, parseHealth(text)]));
}

/** Reads the records of several providers. */
export async function readHealth(redis: Redis, providers: readonly string[]): Promise<Map<string, Health>> {
  const records = await readStoredHealth(redis);
  return new Map(providers.map((provider) => [provider, records.get(provider)?.health ?? unknownHealth]));
}

/** The channel on which changes of the records in this database are announced. */
export function healthChannel(redis: Redis): string {
  return redisKeys.healthChannel(databaseOf(redis));
}

const swapScript = scriptFile(new URL('./lua/swap-health.lua', import.meta.url), 1);

/**
 * Changes a provider's record: applies the function to the record as it is now, again if another process was faster.
 * The function returns the same record, or null, to change nothing. `known` is the record that this process has, and saves a
 * round trip if it is up to date.
 * Other processes are told at once of what decides whether the provider is called. Returns the record, and whether the
 * function changed it.
 */
export async function updateHealth(
  redis: Redis,
  provider: string,
  now: number,
  change: (health: Health) => Health | null,
  known?: StoredHealth,
): Promise<{ stored: StoredHealth; changed: boolean }> {
  for (let stored = known ?? parseHealth((await redis.hget(redisKeys.health, provider)) ?? ''); ; ) {
    const health = change(stored.health);
    if (health === null || health === stored.health) return { stored, changed: false };
    const version = Math.max(stored.version + 1, Math.round(now));
    const text = JSON.stringify({ version, ...health });
    const channel = concernsCalls(stored.health, health) ? healthChannel(redis) : '';
    const current = await swapScript.run(redis, [redisKeys.health], [provider, stored.text, text, channel]);
    if (current === null) return { stored: { health, version, text }, changed: true };
    stored = parseHealth(String(current));
  }
}

function concernsCalls(before: Health, after: Health): boolean {
  const fields = [
    'state',
    'failures',
    'openUntil',
    'pausedUntil',
    'spentUntil',
    'trialUntil',
    'refusedAccount',
  ] as const;
  return fields.some((field) => before[field] !== after[field]);
}
