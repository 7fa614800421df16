import { readBudgets } from '../budgets/budget-status.ts';
import { displayPrefix } from '../keys/key-format.ts';
import { isOwnFailure } from '../providers/call-batch.ts';
import { readErrors } from '../providers/call-hours.ts';
import type { HealthView } from '../providers/health-view.ts';
import type { Roster } from '../providers/roster.ts';
import { readRecentCalls } from '../providers/statistics.ts';
import { type ListedProvider, listProviders } from '../providers/status.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { readMemory } from '../redis/redis-memory.ts';
import type { Condition } from './alert-rules.ts';
import { endingKeys, type WatchedKey } from './conditions/ending-keys.ts';
import { failingEngines, type WatchedEngine } from './conditions/failing-engines.ts';
import { fullRedis, missingWorkers } from './conditions/instance-conditions.ts';
import { spentBudgets } from './conditions/spent-budgets.ts';

/** What is watched. */
export interface Watched {
  redis: Redis;
  /** The same unless queues have a Redis of their own. */
  queueRedis: Redis;
  health: HealthView;
  roster: Roster;
  countWorkers(): number;
}

/** Looks for alerts of some kinds: what is wrong now. */
export interface Look {
  kinds: readonly Condition['kind'][];
  conditions(): Promise<Condition[]>;
}

const SOON_MS = 31 * 86_400_000;
const ACCOUNTS_AT_ONCE = 50;

/** All that is looked at each time. */
export function looksAt({ redis, queueRedis, health, roster, countWorkers }: Watched): Look[] {
  const now = () => health.clock.now();
  const listed = listProviders(roster);
  const servers = [{ name: '', redis }, ...(queueRedis === redis ? [] : [{ name: 'queues', redis: queueRedis }])];
  return [
    {
      kinds: ['engine_failing'],
      async conditions() {
        // An engine that is in two slots is one provider.
        const once = [...new Map(listed.toReversed().map((one) => [one.provider.id, one])).values()];
        return failingEngines(await Promise.all(once.map((one) => watchEngine(redis, health, one))), now());
      },
    },
    {
      kinds: ['budget_80', 'budget_100'],
      async conditions() {
        const budgets = await readBudgets(redis, roster.providers.values(), now());
        return spentBudgets(
          [...budgets].flatMap(([name, periods]) => {
            const service = limitedAs(listed, name);
            return service ? [{ ...service, periods }] : [];
          }),
        );
      },
    },
    { kinds: ['workers_missing'], conditions: async () => missingWorkers(countWorkers()) },
    {
      kinds: ['redis_full'],
      async conditions() {
        const [open, memories] = await Promise.all([
          openIds(redis),
          Promise.all(servers.map(async (one) => ({ name: one.name, memory: await readMemory(one.redis) }))),
        ]);
        return fullRedis(memories, open);
      },
    },
  ];
}

/** The keys that end soon. Each account is a command, so they are not looked at each time. */
export function lookAtKeys({ redis, health }: Pick<Watched, 'redis' | 'health'>): Look {
  const conditions = async () => {
    const now = health.clock.now();
    const [keys, open] = await Promise.all([keysThatEnd(redis, now), openIds(redis)]);
    return endingKeys(keys, open, now);
  };
  return { kinds: ['key_ends'], conditions };
}

async function openIds(redis: Redis): Promise<ReadonlySet<string>> {
  return new Set(await redis.hkeys(redisKeys.openAlerts));
}

async function watchEngine(redis: Redis, health: HealthView, listed: ListedProvider): Promise<WatchedEngine> {
  const { provider } = listed;
  const recent = await readRecentCalls(redis, provider.id, health.clock.now());
  const errors =
    recent.failed > 0 || health.of(provider.id).state === 'down' ? await readErrors(redis, provider.id) : [];
  return {
    ...listed,
    health: health.of(provider.id),
    recent,
    isPaused: health.pauseOf(provider.id) !== null,
    isSpent: health.spentForMs(provider) > 0,
    lastFailure: errors.find(isOwnFailure) ?? null,
  };
}

/** Whose budget it is: the service in whose name calls are limited, or the first of those that share its name. */
function limitedAs(listed: readonly ListedProvider[], name: string): ListedProvider | undefined {
  const sharing = listed.filter(({ provider }) => provider.limitedAs === name);
  return sharing.find(({ provider }) => provider.id === name) ?? sharing[0];
}

/** The keys of all accounts that end within a month. */
async function keysThatEnd(redis: Redis, now: number): Promise<WatchedKey[]> {
  const names = await redis.smembers(redisKeys.users);
  const found: WatchedKey[] = [];
  for (let at = 0; at < names.length; at += ACCOUNTS_AT_ONCE) {
    const some = names.slice(at, at + ACCOUNTS_AT_ONCE);
    const lists = await Promise.all(
      some.map((name) => redis.zrangebyscore(redisKeys.userLiveKeys(name), now, now + SOON_MS, 'WITHSCORES')),
    );
    for (const [index, list] of lists.entries()) {
      for (let key = 0; key < list.length; key += 2) {
        const [prefix = '', endsAt] = list.slice(key, key + 2);
        found.push({ prefix: displayPrefix(prefix), account: some[index] as string, endsAt: Number(endsAt) });
      }
    }
  }
  return found;
}
