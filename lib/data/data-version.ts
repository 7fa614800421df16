import { InputError, listUsers } from '../accounts/account-store.ts';
import { readKeyPage } from '../keys/key-page.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { defineScript } from '../redis/redis-script.ts';

/** A step that brings the data in Redis to the next version. It may run twice, and in two processes at once. */
interface Migration {
  to: number;
  what: string;
  run(redis: Redis): Promise<void>;
}

/** Data without a version is of the first. A step is never changed or removed: it may have to run on old data. */
const migrations: readonly Migration[] = [
  {
    to: 2,
    what: 'The keys of each account are indexed by age and by expiry.',
    async run(redis) {
      // Reading a page of keys completes the indexes.
      for (const { username } of await listUsers(redis)) await readKeyPage(redis, username, 1);
    },
  },
];

/** The version of the data that this program reads and writes. */
export const DATA_VERSION = 2;

/** The data is of a version that this program does not know. */
export class NewerDataError extends InputError {
  constructor(found: number) {
    super(
      `The data in Redis is of version ${found}, and this Tributary knows versions up to ${DATA_VERSION}. Install the newer Tributary again, or restore a backup from before the upgrade.`,
    );
  }
}

/** Two processes may migrate at the same time; the version never goes back. */
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

/** Brings the data in Redis to the current version, and returns what was done. */
export async function migrateData(redis: Redis): Promise<string[]> {
  const found = await checkDataVersion(redis);
  const due = migrations.filter(({ to }) => to > found);
  for (const { to, run } of due) {
    await run(redis);
    await raiseVersion.run(redis, [redisKeys.dataVersion], [to]);
  }
  return due.map(({ what }) => what);
}
