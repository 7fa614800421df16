import type { Redis as SingleRedis } from 'ioredis';
import { onBeats } from '../beats.ts';
import { type Budget, budgetText } from '../budgets/budget.ts';
import type { ErrorReporter } from '../log/error-reporter.ts';
import type { Failure } from '../outcome.ts';
import type { Redis } from '../redis/redis.ts';
import { listenTo } from '../redis/redis-channel.ts';
import { RedisClock } from '../redis/redis-clock.ts';
import { afterCall, type CallReport, type Gate, gateOf, type Health, openForMs, withTrial } from './breaker.ts';
import { healthChannel, parseHealth, readStoredHealth, type StoredHealth, updateHealth } from './health.ts';
import { type Pause, pauseAt, pausedFailure, readPauses } from './pause.ts';
import type { Provider } from './provider.ts';

/** Changes are announced, so this only finds what was missed: a lost connection, an emptied Redis. */
const REFRESH_EVERY_BEATS = 6;
/** Pauses by hand are few, and read again with each connection. */
const PAUSES_EVERY_BEATS = 60;

/** A copy of the providers' health in memory, because every search needs it, and the clock that it is measured by. */
export class HealthView {
  /** The clock in whose time breakers open and close. */
  readonly clock: RedisClock;
  readonly #redis: Redis;
  readonly #subscriber: SingleRedis;
  readonly #errors: ErrorReporter;
  readonly #records = new Map<string, StoredHealth>();
  #pauses: ReadonlyMap<string, Pause> = new Map();
  #endBeats = () => {};

  /** `subscriber` is a connection to the same Redis. */
  constructor(redis: Redis, subscriber: SingleRedis, errors: ErrorReporter) {
    this.clock = new RedisClock(redis);
    this.#redis = redis;
    this.#subscriber = subscriber;
    this.#errors = errors;
  }

  start(): void {
    const onReadError = this.#errors.unlessAway('read health');
    const ends = [
      onBeats(REFRESH_EVERY_BEATS, () => void this.#readHealth().catch(onReadError)),
      onBeats(PAUSES_EVERY_BEATS, () => void this.#readPauses().catch(onReadError)),
    ];
    this.#endBeats = () => {
      for (const end of ends) end();
    };
    const onError = this.#errors.unlessAway('subscribe to health');
    const hear = (message: Buffer) => this.#hear(message.toString('utf8'));
    listenTo(this.#subscriber, healthChannel(this.#redis), hear, onError, {
      onSubscribed: () => this.#refresh(),
    });
    this.#redis.on('ready', () => this.#refresh());
    this.#refresh();
  }

  stop(): void {
    this.#endBeats();
  }

  of(provider: string): Health {
    return this.#stored(provider).health;
  }

  /** The state of a provider's breaker now. */
  gate(provider: string): Gate {
    return gateOf(this.of(provider), this.clock.now());
  }

  /** The pause of a provider by an administrator; null if it is not paused. */
  pauseOf(provider: string): Pause | null {
    return pauseAt(this.#pauses.get(provider), this.clock.now());
  }

  /** Why a provider must not be called now; null if its breaker is closed, or lets a trial call through. */
  refusal(provider: string): Failure | null {
    const now = this.clock.now();
    const pause = this.pauseOf(provider);
    if (pause) return pausedFailure(pause, now);
    return gateOf(this.of(provider), now) === 'open' ? this.openFailure(provider) : null;
  }

  /** The failure of a call that the breaker does not let through. */
  openFailure(provider: string): Failure {
    const leftMs = openForMs(this.of(provider), this.clock.now());
    return { code: 'suspended', reason: 'its breaker is open', ...(leftMs > 0 && { retryAfterMs: leftMs }) };
  }

  /** How long a provider has asked not to be called; 0 if it has not. */
  askedPauseMs(provider: string): number {
    return Math.max(0, this.of(provider).pausedUntil - this.clock.now());
  }

  /** How long nothing is left of a provider's budget; 0 if something is, or if it has none. */
  spentForMs({ limitedAs, budget }: Pick<Provider, 'limitedAs' | 'budget'>): number {
    if (!budget) return 0;
    const { spentUntil, spentBudget } = this.of(limitedAs);
    return spentBudget === budgetText(budget) ? Math.max(0, spentUntil - this.clock.now()) : 0;
  }

  /** Records for all processes until when nothing is left of a budget; 0 if something is. Rejects if Redis is unavailable. */
  async recordSpent(provider: string, budget: Budget, spentUntil: number): Promise<void> {
    const spentBudget = budgetText(budget);
    await this.#update(provider, (health) =>
      health.spentUntil === spentUntil && health.spentBudget === spentBudget
        ? health
        : { ...health, spentUntil, spentBudget },
    );
  }

  /** Records calls for all processes. Rejects if Redis is unavailable. */
  async record(provider: string, ...reports: CallReport[]): Promise<void> {
    await this.#update(provider, (health) => reports.reduce(afterCall, health));
  }

  /** Takes the right to the one trial call of a half-open breaker. Rejects if Redis is unavailable. */
  takeTrial(provider: string): Promise<boolean> {
    return this.#update(provider, (health) => withTrial(health, this.clock.now()));
  }

  /** Reads all records, pauses and the clock. Rejects if Redis is unavailable. */
  async refresh(): Promise<void> {
    await Promise.all([this.#readHealth(), this.#readPauses()]);
  }

  async #readPauses(): Promise<void> {
    this.#pauses = await readPauses(this.#redis);
  }

  async #readHealth(): Promise<void> {
    const before = new Map(this.#records);
    const [records] = await Promise.all([readStoredHealth(this.#redis), this.clock.read()]);
    for (const provider of new Set([...records.keys(), ...this.#records.keys()])) {
      // What arrived while this was read is newer, unless it is what was known before and only told once more.
      if (this.#stored(provider).text !== (before.get(provider)?.text ?? '')) continue;
      this.#records.set(provider, records.get(provider) ?? parseHealth(undefined));
    }
  }

  #refresh(): void {
    this.refresh().catch(this.#errors.unlessAway('read health'));
  }

  async #update(provider: string, change: (health: Health) => Health | null): Promise<boolean> {
    const known = this.#stored(provider);
    const { stored, changed } = await updateHealth(this.#redis, provider, this.clock.now(), change, known);
    this.#keep(provider, stored);
    return changed;
  }

  /** A message is a provider and its record; any other asks to read all of them again. */
  #hear(message: string): void {
    const end = message.indexOf(' ');
    if (end > 0) this.#keep(message.slice(0, end), parseHealth(message.slice(end + 1)));
    else this.#refresh();
  }

  /** Replies and announcements arrive on two connections, so an older record may come last. */
  #keep(provider: string, stored: StoredHealth): void {
    if (stored.version >= this.#stored(provider).version) this.#records.set(provider, stored);
  }

  #stored(provider: string): StoredHealth {
    return this.#records.get(provider) ?? parseHealth(undefined);
  }
}
