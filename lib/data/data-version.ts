import { InputError } from '../accounts/account-store.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { defineScript } from '../redis/redis-script.ts';

/**
 * The version of the data that this program reads and writes, which is that of 0.6. Increase it when 0.6 could not work with
 * what is written.
 */
export const DATA_VERSION = 2;

/** The data is of a version that this program does not know. */
export class NewerDataError extends InputError {
  constructor(found: number) {
    super(
      `The data in Redis is of version ${found}, and this Tributary knows versions up to ${DATA_VERSION}. Install the newer Tributary again, or restore a backup from before the upgrade.`,
    );
  }
}

/** Two processes may start at the same time; the version never goes back. */
const raiseVersion = defineScript(
  `if tonumber(redis.call('GET', KEYS[1]) or '1') < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], ARGV[1]) end
  return 1`,
  1,
);

/** The version of the data in Redis; throws a NewerDataError if this program does not know it. */
export async function checkDataVersion(redis: Redis): Promise<number> {
  const found = Number((await redis.get(redisKeys.dataVersion)) ?? 1);
  if (found > DATA_VERSION) throw new NewerDataError(found);
  return found;
}

/** Marks the data in Redis as of this version; throws a NewerDataError if it is of one that this program does not know. */
export async function markDataVersion(redis: Redis): Promise<void> {
  const found = await checkDataVersion(redis);
  if (found < DATA_VERSION) await raiseVersion.run(redis, [redisKeys.dataVersion], [DATA_VERSION]);
}
