import type { Log } from '../log/log.ts';
import { type Redis, whyLost } from './redis.ts';

/** What the texts of Redis, ioredis and the network mean. The first that fits counts. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/, 'nothing listens at its address'],
  [/ENOTFOUND|EAI_AGAIN/, 'its host name is unknown'],
  [/Command timed out|Socket timeout|ETIMEDOUT/, 'it does not answer'],
  [/WRONGPASS|NOAUTH/, 'it refuses the password'],
  [/NOPERM/, 'its user lacks a permission'],
  [/certificate/i, 'its certificate is not trusted'],
  [/^OOM/, 'its memory is full'],
  [/^MISCONF/, 'it cannot write to its disk'],
  [/^LOADING/, 'it is loading its data'],
  [/^BUSY/, 'it is busy with a script'],
  [/^(READONLY|MASTERDOWN|NOREPLICAS)/, 'it is a replica, or lacks its replicas'],
  [/cluster|slots|MOVED|ASK|TRYAGAIN|non local key/i, 'its cluster is not complete'],
  [/sentinel/i, 'its Sentinels do not answer'],
];

/** An outage that requests notice while the connections stay open is over after so long without another sign of it. */
const QUIET_MS = 10_000;

/** Says once that Redis is away, in our words, and once that it is back: not on every attempt, and not for every request. */
export class RedisOutages {
  readonly #log: Log;
  readonly #away = new Set<Redis>();
  #noticedAt = Number.NEGATIVE_INFINITY;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Watches connections. */
  watch(connections: Iterable<Redis>): void {
    for (const redis of new Set(connections)) {
      const lose = () => {
        if (this.#away.has(redis)) return;
        this.#away.add(redis);
        this.#tell(whyLost(redis) ?? 'the connection was closed');
      };
      redis.on('error', lose);
      redis.on('close', lose);
      redis.on('ready', () => {
        if (this.#away.delete(redis)) this.#log.info('Redis is back');
      });
    }
  }

  /** A request failed for it. The connections may be open: Redis may be frozen, full or loading. */
  notice(error: Error): void {
    if (this.#away.size === 0) this.#tell(error.message);
    this.#noticedAt = performance.now();
  }

  #tell(text: string): void {
    const isNew = performance.now() - this.#noticedAt > QUIET_MS;
    this.#noticedAt = performance.now();
    if (isNew) this.#log.warn({ reason: inOurWords(text) }, 'Redis is away');
  }
}

/** What an error means, with its text. */
function inOurWords(text: string): string {
  const [, meaning = 'the connection was lost'] = MEANINGS.find(([pattern]) => pattern.test(text)) ?? [];
  return `${meaning} (${text.slice(0, 200)})`;
}
