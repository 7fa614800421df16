import { auditText, INSTANCE } from '../audit/audit-entry.ts';
import { onBeats } from '../beats.ts';
import { deleteCrawls } from '../crawl/crawl-list.ts';
import type { ErrorReporter } from '../log/error-reporter.ts';
import { returnClients } from '../oauth/client-store.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { forgetRequests } from '../requests/forget-requests.ts';
import { deleteAccountUsage } from '../statistics/account-usage.ts';
import { accountData, accountNames, type KeyNames, keyData, keyNames, namesOf } from './account-data.ts';

const endScript = scriptFile(new URL('./lua/end-deletion.lua', import.meta.url), 3);

/** About a minute. */
const LOOK_EVERY_BEATS = 67;

/**
 * Deletes all records of an account or a team whose deletion has begun. `entry` is written when nothing is left; it is empty
 * for a team, whose entry is written when its deletion begins. What an interruption leaves, the next call deletes.
 */
export async function completeDeletion(redis: Redis, username: string, entry: string): Promise<void> {
  // First: it needs the names of the keys.
  await deleteAccountUsage(redis, username, await redis.smembers(redisKeys.userKeys(username)));
  let done: unknown;
  do {
    for await (const keys of keyNames(redis, username)) await deleteKeys(redis, username, keys);
    await forgetRequests(redis, username);
    await deleteCrawls(redis, username);
    const names = namesOf(accountData, await accountNames(redis, username));
    const first = [redisKeys.user(username), redisKeys.users, redisKeys.userKeys(username)];
    done = await endScript.run(redis, [...first, ...names], [redisKeys.accountsPrefix, username, entry]);
    // Somebody has made a key meanwhile.
  } while (done === 'again');
}

/** A key leaves the lists of its account with its records, so that an interruption leaves none that nobody finds. */
async function deleteKeys(redis: Redis, username: string, keys: readonly KeyNames[]): Promise<void> {
  const prefixes = keys.map(({ prefix }) => prefix);
  await returnClients(
    redis,
    keys.map(({ client }) => client).filter((client) => client !== ''),
  );
  const transaction = redis.multi();
  for (const key of keys) transaction.unlink(...namesOf(keyData, key));
  transaction.srem(redisKeys.userKeys(username), ...prefixes);
  transaction.zrem(redisKeys.userKeysByAge(username), ...prefixes);
  transaction.zrem(redisKeys.userLiveKeys(username), ...prefixes);
  for (const [error] of (await transaction.exec()) ?? []) if (error) throw error;
}

/**
 * Completes deletions that were interrupted, because Redis or the process went away in the middle: the person who began one
 * has no session any more with which to repeat it. Two that complete the same deletion do no harm.
 */
export class InterruptedDeletions {
  readonly #redis: Redis;
  readonly #errors: ErrorReporter;
  #endBeats = () => {};
  #looking: Promise<unknown> = Promise.resolve();

  constructor(redis: Redis, errors: ErrorReporter) {
    this.#redis = redis;
    this.#errors = errors;
  }

  start(): void {
    this.#endBeats = onBeats(LOOK_EVERY_BEATS, () => {
      this.#looking = this.look().catch(this.#errors.unlessAway('look for interrupted deletions'));
    });
  }

  async stop(): Promise<void> {
    this.#endBeats();
    await this.#looking;
  }

  /** Completes all that there are. One that fails does not keep the others from it. */
  async look(): Promise<void> {
    for (const username of await this.#redis.smembers(redisKeys.deletions)) {
      await this.#complete(username).catch(this.#errors.unlessAway('complete a deletion'));
    }
  }

  async #complete(username: string): Promise<void> {
    const isTeam = (await this.#redis.hget(redisKeys.user(username), 'kind')) === 'team';
    const entry = auditText(INSTANCE, { action: 'account deleted', target: username });
    await completeDeletion(this.#redis, username, isTeam ? '' : entry);
  }
}
