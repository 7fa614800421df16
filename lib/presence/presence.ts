import type { Redis as SingleRedis } from 'ioredis';
import { nextBeatAt, onBeats } from '../beats.ts';
import type { ErrorReporter } from '../log/error-reporter.ts';
import type { Redis } from '../redis/redis.ts';
import { listenTo } from '../redis/redis-channel.ts';
import type { RedisClock } from '../redis/redis-clock.ts';
import { ALIVE_FOR_MS, type ProcessKind } from './process-kind.ts';
import type { ProcessRecord } from './process-record.ts';

/** What a process wrote last, and until when it is alive unless it writes again, on the monotonic clock. */
interface Sighting<Record> {
  score: string;
  record: Record;
  aliveUntil: number;
}

/** What a `Presence` looks at. */
export interface PresenceOptions {
  redis: Redis;
  /** A connection to the same Redis for subscriptions. */
  subscriber: SingleRedis;
  clock: Pick<RedisClock, 'now'>;
  errors: ErrorReporter;
}

/** Before a process is taken for dead, it has this time: what held this process up may have held it up as well. */
const GRACE_MS = 100;

/**
 * Tracks which processes of a kind are alive. They write a time of the Redis clock, but a beat is that it changes:
 * processes learn at different times that the clock was set. One that was not seen before counts by that time.
 */
export class Presence<Record extends ProcessRecord = ProcessRecord> {
  readonly #kind: ProcessKind<Record>;
  readonly #options: PresenceOptions;
  /** By process: what it says of itself may change. */
  #sightings: ReadonlyMap<string, Sighting<Record>> = new Map();
  /** By entry, so that each is read once. */
  #records: ReadonlyMap<string, Record> = new Map();
  #alive: readonly Record[] = [];
  #lookedAt = Number.NEGATIVE_INFINITY;
  #hasFailed = false;
  #endBeats: (() => void) | undefined;
  #extraLook: NodeJS.Timeout | undefined;
  #onDeath: (record: Record) => void = () => {};
  readonly #onReady = () => this.#look();

  constructor(kind: ProcessKind<Record>, options: PresenceOptions) {
    this.#kind = kind;
    this.#options = options;
  }

  start(): void {
    const { redis, subscriber, errors } = this.#options;
    const onError = errors.unlessAway('look for processes');
    this.#endBeats = onBeats(1, (dueAt) => void this.look(dueAt).catch(onError));
    listenTo(subscriber, this.#kind.channel, this.#onReady, onError);
    redis.on('ready', this.#onReady);
    this.#look();
  }

  stop(): void {
    this.#options.redis.off('ready', this.#onReady);
    this.#endBeats?.();
    clearTimeout(this.#extraLook);
    this.#endBeats = undefined;
  }

  /** Calls this for each process that was alive and is not any more, although it did not leave the list. */
  onDeath(listener: (record: Record) => void): void {
    this.#onDeath = listener;
  }

  /** Called with the processes that are alive at each look, before deaths are reported. */
  protected seen(_alive: readonly Record[]): void {}

  #look(): void {
    this.look().catch(this.#options.errors.unlessAway('look for processes'));
  }

  /** The processes that were alive at the last look. */
  get alive(): readonly Record[] {
    return this.#alive;
  }

  get count(): number {
    return this.alive.length;
  }

  /**
   * Looks now. Rejects if Redis is unavailable; what was seen last then stays. A look that comes later than it was due
   * judges by the time at which it was due: whoever was held up cannot tell who else was. One that is asked for is late if
   * the next beat is.
   */
  async look(dueAt = this.#endBeats ? nextBeatAt() : performance.now()): Promise<void> {
    let entries: string[];
    try {
      entries = await this.#options.redis.zrange(this.#kind.list, '0', '-1', 'WITHSCORES');
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
    const now = performance.now();
    const sightings = new Map<string, Sighting<Record>>();
    const records = new Map<string, Record>();
    for (let at = 0; at < entries.length; at += 2) {
      const [entry = '', score = ''] = entries.slice(at, at + 2);
      const record = this.#records.get(entry) ?? this.#kind.read(entry);
      records.set(entry, record);
      sightings.set(record.process, this.#sighting(record, score, now));
    }
    this.#records = records;
    this.#sightings = sightings;
    this.#lookedAt = now;
    this.#hasFailed = false;
    const judgedAt = Math.min(now, dueAt);
    const alive = [...sightings.values()].filter(({ aliveUntil }) => aliveUntil > judgedAt);
    const before = new Set(this.#alive.map(({ process }) => process));
    this.#alive = alive.map(({ record }) => record);
    this.seen(this.#alive);
    for (const { record, aliveUntil } of sightings.values()) {
      if (aliveUntil <= judgedAt && before.has(record.process)) this.#onDeath(record);
    }
    this.#lookWhenDue(Math.min(...alive.map(({ aliveUntil }) => aliveUntil)), now);
  }

  #sighting(record: Record, score: string, now: number): Sighting<Record> {
    const last = this.#sightings.get(record.process);
    if (last?.score === score) {
      // Nobody could beat while Redis was away, so all have the time again.
      const wasAlive = this.#hasFailed && this.#alive.includes(record);
      return wasAlive ? { ...last, aliveUntil: now + ALIVE_FOR_MS } : last;
    }
    // It was written after the last look.
    const leastMs = last ? ALIVE_FOR_MS - (now - this.#lookedAt) : Number.NEGATIVE_INFINITY;
    const leftMs = Math.min(ALIVE_FOR_MS, Math.max(leastMs, Number(score) - this.#options.clock.now()));
    return { score, record, aliveUntil: now + leftMs };
  }

  /** If a process may be dead before the next look, looks again then. */
  #lookWhenDue(firstEnd: number, now: number): void {
    clearTimeout(this.#extraLook);
    const dueAt = Math.max(firstEnd, now + GRACE_MS);
    // The next beat comes as soon as that.
    if (!this.#endBeats || dueAt >= nextBeatAt() - GRACE_MS) return;
    const onError = this.#options.errors.unlessAway('look for processes');
    this.#extraLook = setTimeout(() => void this.look(dueAt).catch(onError), Math.ceil(dueAt - now));
  }
}
