import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import type { OwnerLimits } from './limits.ts';
import type { Standing, Standings } from './verdict.ts';

const standingsScript = scriptFile(new URL('./lua/standings.lua', import.meta.url), 1);

/** The owner of the limits: a key, a person on the search page, or an account with all of its keys. */
type Owner = { key: string } | { username: string } | { account: string };

const WINDOWS = ['burst', 'sustained'] as const;

/** Reads the state of both rate limits without counting a request. */
export async function readStandings(redis: Redis, owner: Owner, limits: OwnerLimits): Promise<Standings> {
  const [standings] = await readAllStandings(redis, [owner], limits);
  return standings ?? { burst: null, sustained: null };
}

/** Reads the state of both rate limits of several owners in one round trip, in their order. */
export async function readAllStandings(
  redis: Redis,
  owners: readonly Owner[],
  limits: OwnerLimits,
): Promise<Standings[]> {
  const rates = WINDOWS.flatMap((name) => (limits[name] ? [{ name, ...limits[name] }] : []));
  const logs = owners.flatMap((owner) => rates.map(({ name }) => logOf(owner, name)));
  const args = owners.flatMap(() => rates.flatMap(({ limit, windowMs }) => [limit, windowMs]));
  const reply = logs.length === 0 ? [] : ((await standingsScript.run(redis, logs, args)) as number[]);
  return owners.map((_owner, row) => {
    const standings: Record<'burst' | 'sustained', Standing | null> = { burst: null, sustained: null };
    for (const [column, { name, limit, windowMs }] of rates.entries()) {
      const at = (row * rates.length + column) * 2;
      const [remaining = 0, freeMs = 0] = reply.slice(at, at + 2);
      standings[name] = { limit, windowMs, remaining, resetS: Math.ceil(freeMs / 1_000) };
    }
    return standings;
  });
}

function logOf(owner: Owner, name: 'burst' | 'sustained'): string {
  if ('key' in owner) return redisKeys.rateLog(owner.key, name);
  return 'account' in owner
    ? redisKeys.accountRateLog(owner.account, name)
    : redisKeys.userRateLog(owner.username, name);
}
