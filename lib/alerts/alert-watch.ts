import { onBeats } from '../beats.ts';
import type { InstanceSecret } from '../instance-secret.ts';
import type { ErrorReporter } from '../log/error-reporter.ts';
import type { Log } from '../log/log.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { changeAlerts, forgetNews, type News } from './alert-store.ts';
import { tellNews } from './tell-news.ts';
import { alertTexts } from './texts/alert-texts.ts';
import { type Look, lookAtKeys, looksAt, type Watched } from './watched.ts';

/** What is watched, and who is told. */
export interface AlertWatchOptions extends Watched {
  secret: Pick<InstanceSecret, 'load'>;
  log: Log;
  errors: ErrorReporter;
}

/** Half a minute. */
const LOOK_EVERY_BEATS = 33;
/** One of all web processes looks in this time. */
const TURN_MS = 25_000;
/** Keys end by the day. */
const KEYS_EVERY_MS = 3_600_000;

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
    const { redis } = this.#options;
    if ((await redis.set(redisKeys.alertTurn('look'), '1', 'PX', TURN_MS, 'NX')) === null) return;
    await this.look((await redis.exists(redisKeys.alertTurn('keys'))) === 0);
  }

  /** Looks now, whoever's turn it is. Rejects if what has begun and ended cannot be written. */
  async look(withKeys = true): Promise<void> {
    const { redis } = this.#options;
    const looks = [...looksAt(this.#options), ...(withKeys ? [lookAtKeys(this.#options)] : [])];
    const { conditions, kinds } = await this.#found(looks);
    const news = await changeAlerts(redis, conditions, kinds);
    // Only now: a failed look is repeated with the next one.
    if (kinds.includes('key_ends')) await redis.set(redisKeys.alertTurn('keys'), '1', 'PX', KEYS_EVERY_MS);
    for (const one of news) {
      // It stays among the news, and is told after the next look.
      await this.#tell(one).catch(this.#options.errors.unlessAway('tell of an alert', { alert: one.alert.kind }));
    }
  }

  /** What is wrong, of the kinds that could be looked at. The alerts of any other neither begin nor end. */
  async #found(
    looks: readonly Look[],
  ): Promise<Pick<Look, 'kinds'> & { conditions: Awaited<ReturnType<Look['conditions']>> }> {
    const found = await Promise.allSettled(looks.map((look) => look.conditions()));
    const done = looks.flatMap(({ kinds }, at) => {
      const outcome = found[at] as (typeof found)[number];
      if (outcome.status === 'fulfilled') return [{ kinds, conditions: outcome.value }];
      this.#options.errors.unlessAway('look for alerts', { of: kinds.join(', ') })(outcome.reason);
      return [];
    });
    return {
      conditions: done.flatMap(({ conditions }) => conditions),
      kinds: done.flatMap(({ kinds }) => kinds),
    };
  }

  async #tell(news: News): Promise<void> {
    const { redis, secret, log } = this.#options;
    const { alert, phase } = news;
    const { full, unreadable } = await tellNews(redis, secret, news);
    for (const id of full) log.warn({ endpoint: id }, 'too much waits for an endpoint, which is not told of an alert');
    for (const id of unreadable) log.warn({ endpoint: id }, 'an endpoint cannot be read, and is not told of an alert');
    if (!(await forgetNews(redis, news))) return;
    // The worker that spends it has logged that.
    if (alert.kind.startsWith('budget_') && phase === 'began') return;
    const about = { alert: alert.kind, ...(alert.account === null && alert.subject && { subject: alert.subject }) };
    const line = alert.account === null ? `: ${alertTexts('en').line(alert)}` : '';
    if (phase === 'began') log.warn(about, `alert began${line}`);
    else log.info(about, `alert ended${line}`);
  }
}
