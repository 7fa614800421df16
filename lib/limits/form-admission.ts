import type { InstanceSecret } from '../instance-secret.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { addressGroup } from './address-group.ts';
import { takeEntries } from './take-entries.ts';

/** Far more than a person sends by hand. */
const PER_PERSON = { limit: 60, windowMs: 60_000 };
/** Many people may share an address. */
const PER_ADDRESS = { limit: 300, windowMs: 60_000 };

/** Admits a form of a page, by the account of who is signed in, or else by the address. Returns 0, or the seconds to wait. */
export async function admitForm(
  redis: Redis,
  secret: InstanceSecret,
  username: string | undefined,
  address: string,
): Promise<number> {
  // Redis knows visitors by keyed fingerprints only.
  const visitor = async () => (await secret.load()).fingerprint(`form from ${addressGroup(address)}`);
  const [owner, rate] =
    username === undefined ? [`address:${await visitor()}`, PER_ADDRESS] : [`user:${username}`, PER_PERSON];
  return takeEntries(redis, [{ log: redisKeys.formRateLog(owner), rate }]);
}
