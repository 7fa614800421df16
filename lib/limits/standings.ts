import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import type { OwnerLimits } from './limits.ts';
import type { Standing, Standings } from './verdict.ts';

const standingsScript = scriptFile(new URL('./lua/standings.lua', import.meta.url), 1);

/** The owner of the limits: a key, a person on the search page, or an account with all of its keys. */
export type LogOwner = { key: string } | { username: string } | { account: string };

const WINDOWS = ['burst', 'sustained'] as const;

/** Reads the state of both rate limits without counting a request. */
export async function readStandings(redis: Redis, owner: LogOwner, limits: OwnerLimits): Promise<Standings> {
  const [standings] = await readAllStandings(redis, [{ owner, limits }]);
  return standings ?? { burst: null, sustained: null };
}

/** Reads the state of the rate limits of several owners, each with their own, in one round trip and in their order. */
export async function readAllStandings(
  redis: Redis,
  asked: readonly { owner: LogOwner; limits: OwnerLimits }[],
): Promise<Standings[]> {
  const logs = asked.flatMap(({ owner, limits }, row) =>
    WINDOWS.flatMap((name) => (limits[name] ? [{ row, name, log: logOf(owner, name), ...limits[name] }] : [])),
  );
  const standings = asked.map((): Record<'burst' | 'sustained', Standing | null> => ({ burst: null, sustained: null }));
  if (logs.length === 0) return standings;
  const args = logs.flatMap(({ limit, windowMs }) => [limit, windowMs]);
  const names = logs.map(({ log }) => log);
  const reply = (await standingsScript.run(redis, names, args)) as number[];
  for (const [at, { row, name, limit, windowMs }] of logs.entries()) {
    const [remaining = 0, freeMs = 0] = reply.slice(at * 2, at * 2 + 2);
    const standing = { limit, windowMs, remaining, resetS: Math.ceil(freeMs / 1_000) };
    Object.assign(standings[row] ?? {}, { [name]: standing });
  }
  return standings;
}

function logOf(owner: LogOwner, name: 'burst' | 'sustained'): string {
  if ('key' in owner) return redisKeys.rateLog(owner.key, name);
  return 'account' in owner
    ? redisKeys.accountRateLog(owner.account, name)
    : redisKeys.userRateLog(owner.username, name);
}
