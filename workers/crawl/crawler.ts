import { type CrawlJob, takeCrawlJobs } from '../../jobs/crawl-queue.ts';
import { onBeats } from '../../lib/beats.ts';
import { endInList, forgottenCrawls } from '../../lib/crawl/crawl-list.ts';
import { CrawlSeal } from '../../lib/crawl/crawl-request.ts';
import { lookAt, planNext } from '../../lib/crawl/crawl-steps.ts';
import { Deadline } from '../../lib/deadline.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import type { Seal } from '../../lib/seal.ts';
import { sharesOf } from '../pages/shares.ts';
import { Permits } from '../permits.ts';
import type { CrawlInWork, CrawlServices } from './crawl-services.ts';
import { CrawlTeller } from './crawl-teller.ts';
import { SiteRobots } from './site-robots.ts';
import { type DuePage, takeDue } from './take-due.ts';
import { workOnPage } from './work-on-page.ts';

/** Hosts of which one job takes a page: one, unless a crawl has several. */
const HOSTS_AT_ONCE = 4;
const JOBS_AT_ONCE = 10;
/** A job waits so long for its turn among the accounts, and is planned anew then. */
const TURN_MS = 20_000;
const AGAIN_MS = 500;
/** From when a page is taken until it has ended: less than its lease. */
const PAGE_MS = 15_000;
const LOOK_EVERY_BEATS = 5;
/** A crawl at which no worker was seen for so long has lost its next job. */
const LOST_MS = 12_000;
const LOST_AT_ONCE = 50;

/** Goes on with crawls, a few pages at a time, until it is closed. */
export class Crawler {
  readonly #services: CrawlServices;
  readonly #robots: SiteRobots;
  /** The accounts take turns, so that many crawls of one do not delay those of others. */
  readonly #turns: Permits;
  readonly #teller: CrawlTeller;
  #endBeats = () => {};
  #endJobs = async () => {};

  constructor(services: CrawlServices) {
    this.#services = services;
    this.#robots = new SiteRobots(services);
    this.#teller = new CrawlTeller(services);
    this.#turns = new Permits(sharesOf(JOBS_AT_ONCE), services.redis, services.errors);
  }

  /** Takes jobs, over a connection that may block. */
  start(blockingRedis: Redis): void {
    const { errors } = this.#services;
    this.#endJobs = takeCrawlJobs(blockingRedis, errors, (job) => this.run(job));
    this.#endBeats = onBeats(LOOK_EVERY_BEATS, () => {
      this.#lookForLost().catch(errors.unlessAway('look for crawls without a job'));
      this.#teller.look().catch(errors.unlessAway('look for crawls to tell of'));
    });
  }

  async close(): Promise<void> {
    this.#endBeats();
    await this.#endJobs();
    await this.#teller.close();
  }

  /** Takes the next pages of a crawl and reads them. The next job is added before that: it does not wait for these pages. */
  async run({ crawl: id, due }: CrawlJob): Promise<void> {
    const { redis, secret, queue, config, clock } = this.#services;
    const seals = await secret.loadAll();
    const look = await lookAt(redis, id, due, HOSTS_AT_ONCE);
    if (look.state === 'gone') return await this.#forget(id);
    if (look.state !== 'running') {
      this.#teller.tell(id);
      return await endInList(redis, { id, account: look.account }, config.crawl.keepMs);
    }
    await redis.zadd(redisKeys.crawlsRunning, 'XX', clock.now(), id);
    const { account, key } = look;
    const permit = await this.#turns.take(account, Deadline.in(TURN_MS));
    if (typeof permit === 'string') {
      const waits = look.due.map(({ at }) => ({ at, waitMs: AGAIN_MS }));
      return await queue.add(id, (await planNext(redis, id, waits)).plan);
    }
    const startedAt = performance.now();
    const crawl = crawlInWork(id, account, key, look.request, seals);
    const tell = () => crawl.seal.request.webhook && this.#teller.tell(id);
    tell();
    try {
      const turn = { account, deadline: Deadline.in(PAGE_MS) };
      const waits: { at: string; waitMs: number }[] = [];
      const taken: DuePage[] = [];
      await Promise.all(
        look.due.map(async (host) => {
          const { due: page, waitMs } = await takeDue(this.#services, this.#robots, crawl, host, turn, seals);
          if (page) taken.push(page);
          if (waitMs !== null) waits.push({ at: host.at, waitMs });
        }),
      );
      const next = await planNext(redis, id, waits);
      await queue.add(id, next.plan);
      const states = await Promise.all(
        taken.map((page) => workOnPage(this.#services, this.#robots, crawl, page, turn, seals).finally(tell)),
      );
      if ([next.state, ...states].some((state) => state !== 'running' && state !== 'stale')) {
        await endInList(redis, crawl, config.crawl.keepMs);
        tell();
      }
    } finally {
      permit.release(performance.now() - startedAt);
    }
  }

  /** Adds jobs to crawls that have none: their worker died, or Redis was away. */
  async #lookForLost(): Promise<void> {
    const { redis, queue, clock } = this.#services;
    const now = clock.now();
    const lost = { before: now - LOST_MS, now, most: LOST_AT_ONCE };
    for (const id of await forgottenCrawls(redis, redisKeys.crawlsRunning, lost)) {
      await queue.add(id, { inMs: 0, due: '0' });
    }
  }

  /** A crawl whose record is gone leaves the lists. */
  async #forget(id: string): Promise<void> {
    const { redis, config } = this.#services;
    const account = /^\d+ (.*)$/s.exec((await redis.hget(redisKeys.crawlSizes, id)) ?? '')?.[1];
    await redis.zrem(redisKeys.crawlsRunning, id);
    if (account !== undefined) await endInList(redis, { id, account }, config.crawl.keepMs);
  }
}

function crawlInWork(id: string, account: string, key: string, request: string, seals: readonly Seal[]): CrawlInWork {
  const seal = CrawlSeal.open(seals, id, request);
  const { urls, subdomains, include, exclude, rules } = seal.request;
  const scope = { start: urls, subdomains, include, exclude, rules };
  return { id, account, key, seal, instance: seals[0] as Seal, scope };
}
