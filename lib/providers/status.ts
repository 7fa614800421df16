import type { Redis } from 'ioredis';
import { readHealth, unknownHealth } from './health.ts';
import type { Roster } from './roster.ts';

/** A provider as the status endpoint and the command line show it. */
export interface ProviderStatus {
  slug: string;
  name: string;
  group: string;
  monitor: 'query' | 'probe';
  state: 'up' | 'down' | 'unknown';
  checked_at: string;
  last_ok_at: string;
  last_error: string;
  source: '';
}

/** Every configured provider; engines go by their slot's name. */
export async function providerStatus(redis: Redis, roster: Roster): Promise<ProviderStatus[]> {
  const health = await readHealth(redis, [...roster.providers.keys()]);
  return roster.slots.flatMap((slot) => {
    if (!slot.provider) return [];
    const record = health.get(slot.provider.slug) ?? unknownHealth;
    return [
      {
        slug: slot.slug,
        name: slot.label,
        group: 'web',
        monitor: 'query' as const,
        state: record.state,
        checked_at: time(record.checkedAt),
        last_ok_at: time(record.lastOkAt),
        last_error: record.lastError,
        source: '' as const,
      },
    ];
  });
}

function time(ms: number): string {
  return ms === 0 ? '' : new Date(ms).toISOString();
}
