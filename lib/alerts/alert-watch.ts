import { onBeats } from '../beats.ts';
import { readBudgets } from '../budgets/budget-status.ts';
import type { InstanceSecret } from '../instance-secret.ts';
import { displayPrefix } from '../keys/key-format.ts';
import type { ErrorReporter } from '../log/error-reporter.ts';
import type { Log } from '../log/log.ts';
import type { HealthView } from '../providers/health-view.ts';
import type { Roster } from '../providers/roster.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { readMemory } from '../redis/redis-memory.ts';
import type { Condition } from './alert-rules.ts';
import { changeAlerts, forgetNews, type News } from './alert-store.ts';
import { endingKeys, type WatchedKey } from './conditions/ending-keys.ts';
import { failingEngines } from './conditions/failing-engines.ts';
import { fullRedis, missingWorkers } from './conditions/instance-conditions.ts';
import { spentBudgets } from './conditions/spent-budgets.ts';
import { tellNews } from './tell-news.ts';
import { alertTexts } from './texts/alert-texts.ts';

/** What is watched. */
export interface AlertWatchOptions {
  redis: Redis;
  /** The same unless queues have a Redis of their own. */
  queueRedis: Redis;
  secret: Pick<InstanceSecret, 'load'>;
  health: HealthView;
  roster: Roster;
  countWorkers(): number;
  log: Log;
  errors: ErrorReporter;
}

/** Half a minute. */
const LOOK_EVERY_BEATS = 33;
/** One of all web processes looks in this time. */
const TURN_MS = 25_000;
/** Keys end by the day, and each account is a command. */
const KEYS_EVERY_MS = 3_600_000;
const SOON_MS = 31 * 86_400_000;
const ACCOUNTS_AT_ONCE = 50;

/** The kinds that every look is about. */
const EVERY_TIME = ['engine_failing', 'budget_80', 'budget_100', 'workers_missing', 'redis_full'] as const;

/**
 * Looks every half minute what needs a hand, and tells whom it concerns when that begins and when it ends. One of all web
 * processes does so at a time. What has begun is in Redis, so restarts and processes that look together tell nothing twice.
 */
export class AlertWatch {
  readonly #options: AlertWatchOptions;
  #endBeats = () => {};
  #looking: Promise<void> = Promise.resolve();

  constructor(options: AlertWatchOptions) {
    this.#options = options;
  }

  start(): void {
    this.#endBeats = onBeats(LOOK_EVERY_BEATS, () => {
      this.#looking = this.#lookInTurn().catch(this.#options.errors.unlessAway('look for alerts'));
    });
  }

  async stop(): Promise<void> {
    this.#endBeats();
    await this.#looking;
  }

  async #lookInTurn(): Promise<void> {
    const isOurs = async (key: string, ms: number) =>
      (await this.#options.redis.set(key, '1', 'PX', ms, 'NX')) !== null;
    if (!(await isOurs(redisKeys.alertTurn('look'), TURN_MS))) return;
    await this.look(await isOurs(redisKeys.alertTurn('keys'), KEYS_EVERY_MS));
  }

  /** Looks now, whoever's turn it is. Rejects if Redis is away. */
  async look(withKeys = true): Promise<void> {
    const { redis } = this.#options;
    const conditions = await this.#conditions(withKeys);
    const kinds: Condition['kind'][] = withKeys ? [...EVERY_TIME, 'key_ends'] : [...EVERY_TIME];
    for (const news of await changeAlerts(redis, conditions, kinds)) await this.#tell(news);
  }

  async #conditions(withKeys: boolean): Promise<Condition[]> {
    const { redis, queueRedis, health, roster, countWorkers } = this.#options;
    const now = health.clock.now();
    const providers = [...roster.providers.values()];
    const servers = [{ name: '', redis }, ...(queueRedis === redis ? [] : [{ name: 'queues', redis: queueRedis }])];
    const [open, memories, budgets, keys] = await Promise.all([
      redis.hkeys(redisKeys.openAlerts),
      Promise.all(servers.map(async (one) => ({ name: one.name, memory: await readMemory(one.redis) }))),
      readBudgets(redis, providers, now),
      withKeys ? keysThatEnd(redis, now) : [],
    ]);
    const names = new Map(providers.map(({ limitedAs, adapter }) => [limitedAs, adapter.name]));
    const engines = providers.map((provider) => ({
      name: provider.adapter.name,
      health: health.of(provider.id),
      isSpent: health.spentForMs(provider) > 0,
    }));
    return [
      ...failingEngines(engines, now),
      ...spentBudgets([...budgets].map(([name, periods]) => ({ name: names.get(name) ?? name, periods }))),
      ...missingWorkers(countWorkers()),
      ...fullRedis(memories, new Set(open)),
      ...endingKeys(keys, now),
    ];
  }

  async #tell(news: News): Promise<void> {
    const { redis, secret, log } = this.#options;
    const { alert, phase } = news;
    const full = await tellNews(redis, secret, news);
    for (const { id } of full)
      log.warn({ endpoint: id }, 'too much waits for an endpoint, which is not told of an alert');
    if (!(await forgetNews(redis, news))) return;
    // The worker that spends it has logged that.
    if (alert.kind.startsWith('budget_') && phase === 'began') return;
    const about = { alert: alert.kind, ...(alert.account === null && alert.subject && { subject: alert.subject }) };
    const line = alert.account === null ? `: ${alertTexts('en').line(alert)}` : '';
    if (phase === 'began') log.warn(about, `alert began${line}`);
    else log.info(about, `alert ended${line}`);
  }
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
