import type { InstanceSecret } from '../instance-secret.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { addressGroup } from './address-group.ts';
import type { Rate } from './rate.ts';
import { takeEntries } from './take-entries.ts';

/** Services that connect many people share few addresses. A program asks for tokens once an hour, and registers once. */
const PER_ADDRESS: Readonly<Record<'register' | 'token', Rate>> = {
  register: { limit: 60, windowMs: 3_600_000 },
  token: { limit: 300, windowMs: 60_000 },
};
/** A person connects a program now and then. What is fetched is kept for days, so that it has a limit for a day, too. */
const DOCUMENTS = { limit: 30, windowMs: 600_000 };
const DOCUMENTS_A_DAY = { limit: 100, windowMs: 86_400_000 };

/** Admits a request to an OAuth endpoint by its address. Returns 0, or the seconds to wait. */
export async function admitOAuth(
  redis: Redis,
  secret: InstanceSecret,
  endpoint: 'register' | 'token',
  address: string,
): Promise<number> {
  // Redis knows visitors by keyed fingerprints only.
  const visitor = (await secret.load()).fingerprint(`oauth from ${addressGroup(address)}`);
  return takeEntries(redis, [{ log: redisKeys.oauthRateLog(endpoint, visitor), rate: PER_ADDRESS[endpoint] }]);
}

/** Admits the fetching of a program's metadata document for a person. Returns 0, or the seconds to wait. */
export function admitDocument(redis: Redis, username: string): Promise<number> {
  return takeEntries(redis, [
    { log: redisKeys.oauthRateLog('document', username), rate: DOCUMENTS },
    { log: redisKeys.oauthRateLog('document-day', username), rate: DOCUMENTS_A_DAY },
  ]);
}
