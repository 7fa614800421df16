import { InstantPool } from '../../api/instant/pool.ts';
import { type RunningWeb, startWeb } from '../../api/start-web.ts';
import { type Config, readConfig } from '../../lib/config/config.ts';
import { Deadline } from '../../lib/deadline.ts';
import { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { createLog, type Log } from '../../lib/log/log.ts';
import { Heartbeat } from '../../lib/presence/heartbeat.ts';
import { WORKERS } from '../../lib/presence/process-kind.ts';
import { connectForWaiting, type Redis } from '../../lib/redis/redis.ts';
import { RedisClock } from '../../lib/redis/redis-clock.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { type RunningWorker, startWorker } from '../../workers/start-worker.ts';
import { MemoryLog, Part } from './app-part.ts';
import { createKey, createUser } from './as-tester.ts';
import { MemoryQueue } from './memory-queue.ts';
import { eventually } from './processes.ts';
import { freshDatabase, TestRedis } from './redis.ts';
import { flush } from './redis-nodes.ts';
import { TestSystem, testSettings } from './test-system.ts';

/** Options of `TestApp.start`. */
export interface TestAppOptions {
  web?: number;
  workers?: number;
  /** Settings for both web and worker; a function when they depend on the sandbox's URL. `REDIS_URL` brings another Redis. */
  env?: Record<string, string> | ((sandboxUrl: string) => Record<string, string>);
  /** Start a separate Redis server, for tests that stop it, freeze it or read its files. */
  ownRedis?: boolean;
  /**
   * What jobs go through: this process's memory, or BullMQ as in production, for tests about the queue itself, about
   * processes that share it, or about a Redis that is away.
   */
  queue?: 'memory' | 'redis';
}

/** One thread for all applications of this process, because loading it takes a second of CPU time. */
let instantPool: InstantPool | undefined;

/** Settings under which nothing is late on a busy machine, and no limit is met. */
const AT_LEISURE = { API_THROTTLE_SUSTAINED: 'off', REQUEST_DEADLINE_MS: '60000', CACHE_TTL_S: '86400' };

/** What the test files of this process share, and how many have taken it so far. */
let shared: Promise<TestApp> | undefined;
let takers = 0;

/**
 * Tributary in this process: web applications on their own ports, workers, the sandbox, and a database on the shared
 * Redis server. Starts in a fraction of the time of a `Stack`.
 */
export class TestApp extends TestSystem {
  readonly client: Redis;
  readonly sandboxUrl: string;
  readonly env: Record<string, string>;
  readonly webs: Part<RunningWeb>[] = [];
  readonly workers: Part<RunningWorker>[] = [];
  readonly #sandbox: Sandbox;
  readonly #ownRedis: TestRedis | undefined;
  readonly #queue: MemoryQueue | undefined;
  /** By its settings: most parts have the same, and reading them takes a tenth of a start. */
  readonly #configs = new Map<string, Config>();
  #idleWorker: Heartbeat | undefined;
  #isShared = false;
  /** The account of the key. */
  account = 'tester';

  private constructor(
    redisUrl: string,
    sandbox: Sandbox,
    ownRedis: TestRedis | undefined,
    { env = {}, queue = 'memory' }: TestAppOptions,
  ) {
    super();
    this.sandboxUrl = `http://127.0.0.1:${sandbox.port}`;
    this.#sandbox = sandbox;
    this.#ownRedis = ownRedis;
    this.#queue = queue === 'memory' ? new MemoryQueue() : undefined;
    const own = typeof env === 'function' ? env(this.sandboxUrl) : env;
    this.env = { ...testSettings(redisUrl, this.sandboxUrl), ...own };
    this.client = connectForWaiting(this.#configOf().redis, 'test');
  }

  static async start(options: TestAppOptions = {}): Promise<TestApp> {
    const ownRedis = options.ownRedis ? await TestRedis.start() : undefined;
    const redisUrl = ownRedis?.url ?? (await freshDatabase());
    const app = new TestApp(redisUrl, await startSandbox(), ownRedis, options);
    try {
      await app.#newAccount(app.account);
      for (let i = 0; i < (options.workers ?? 1); i++) app.addWorker();
      for (let i = 0; i < (options.web ?? 1); i++) await app.addWeb();
    } catch (error) {
      await app.stop();
      throw error;
    }
    return app;
  }

  /**
   * An application that the test files of this process share, because a start takes a tenth of a second of CPU time, and
   * more at first. It is for tests that look at their own account, queries and upstreams, and at nothing of all: the
   * account is new, all upstreams are well, and nothing is cached. Its `stop` ends what the file has added to it.
   */
  static async shared(): Promise<TestApp> {
    shared ??= TestApp.start({ env: AT_LEISURE });
    const app = await shared;
    app.#isShared = true;
    takers += 1;
    await app.#newAccount(`tester-${takers}`);
    await app.reset();
    return app;
  }

  /** The Redis server of this test; only with `ownRedis`. */
  get redis(): TestRedis {
    if (!this.#ownRedis) throw new Error('This test shares its Redis server: start it with ownRedis.');
    return this.#ownRedis;
  }

  addWorker(env: Record<string, string> = {}): Part<RunningWorker> {
    const { config, memory, log } = this.#prepare('worker', env);
    // On a machine that runs all tests, a crawl that stood back for others would wait for all of them.
    const options = { crawlNice: 0, ...(this.#queue && { receiver: this.#queue.receiver() }) };
    const worker = new Part(startWorker(config, log, options), memory);
    this.workers.push(worker);
    return worker;
  }

  /** Makes searches wait in the queue: a worker announces itself, and takes no job. */
  async pretendWorker(): Promise<void> {
    if (!this.#idleWorker) {
      const errors = new ErrorReporter(this.#prepare('worker', {}).log);
      const clock = new RedisClock(this.client);
      this.#idleWorker = new Heartbeat({ kind: WORKERS, redis: this.client, clock, errors });
      this.#idleWorker.start();
    }
    for (const web of this.webs.keys()) await this.untilSearching(web);
  }

  async addWeb(env: Record<string, string> = {}): Promise<string> {
    const { config, memory, log } = this.#prepare('web', env);
    instantPool ??= new InstantPool(1);
    const web = new Part(await startWeb(config, log, instantPool, this.#queue?.sender()), memory);
    const url = `http://127.0.0.1:${web.running.port}`;
    this.webs.push(web);
    this.urls.push(url);
    if (this.workers.length > 0) await this.untilSearching(this.webs.length - 1);
    return url;
  }

  /** Resolves once the web processes know of each other, so that they share calls. */
  async untilWebsMeet(): Promise<void> {
    const all = this.webs.map(({ running }) => running.services.webs);
    await eventually('the web processes know of each other', async () => {
      await Promise.all(all.map((webs) => webs.look()));
      return all.every(({ count }) => count === all.length);
    });
  }

  async untilSearching(web: number): Promise<void> {
    const { services } = (this.webs[web] as Part<RunningWeb>).running;
    await eventually('a worker is seen', async () => {
      await services.workers.look();
      return services.workers.count > 0;
    });
  }

  override async jobs(...states: ('wait' | 'active')[]): Promise<number> {
    const queue = this.#queue;
    return queue ? states.reduce((sum, state) => sum + queue.count(state), 0) : super.jobs(...states);
  }

  override async countLeftJobs(): Promise<() => number> {
    const queue = this.#queue;
    if (!queue) return super.countLeftJobs();
    const before = queue.abandoned;
    return () => queue.abandoned - before;
  }

  override async reset(): Promise<void> {
    await super.reset();
    for (const { running } of this.webs) {
      running.services.replyCache.clear();
      running.services.providers.failed.clear();
    }
  }

  /** The lines of the audit log in the logs of all web processes, in order. */
  async events(): Promise<Record<string, unknown>[]> {
    for (const { running } of this.webs) await running.services.entryLog.look();
    const lines = this.webs.flatMap((web) => web.lines.filter(({ msg }) => msg === 'event'));
    return lines.sort((one, other) => String(one.entry).localeCompare(String(other.entry), 'en', { numeric: true }));
  }

  async refreshHealth(): Promise<void> {
    const views = [
      ...this.webs.map(({ running }) => running.services.health),
      ...this.workers.map(({ running }) => running.health),
    ];
    // A part that was stopped has no connection.
    await Promise.all(views.map((view) => view.refresh().catch(() => {})));
  }

  /** Calls to a provider that wait for a permit in a worker. */
  callsWaiting(provider: string): number {
    return this.workers.reduce(
      (sum, { running }) => sum + (running.permits.calls().find(([id]) => id === provider)?.[2] ?? 0),
      0,
    );
  }

  /** Takes a permit for calls to a provider in every worker, like a call that does not end. Returns its release. */
  async takePermits(slug: string): Promise<() => void> {
    const provider = this.webs[0]?.running.services.providers.roster.providers.get(slug);
    if (!provider) throw new Error(`There is no provider ${slug}.`);
    const permits = await Promise.all(
      this.workers.map(({ running }) => running.permits.of(provider).take('test', Deadline.in(600_000))),
    );
    return () => {
      for (const permit of permits) if (typeof permit === 'object') permit.release(null);
    };
  }

  async stop(): Promise<void> {
    if (this.#isShared) {
      this.urls.splice(1);
      await Promise.all([...this.webs.splice(1), ...this.workers.splice(1)].map((part) => part.stop()));
      return;
    }
    await this.agent.destroy();
    await this.#idleWorker?.stop();
    await Promise.all([...this.webs, ...this.workers].map((part) => part.stop()));
    await this.#sandbox.close();
    if (!this.#ownRedis) await flush(this.client);
    this.client.disconnect();
    await this.#ownRedis?.dispose();
  }

  async #newAccount(account: string): Promise<void> {
    await createUser(this.client, account);
    this.account = account;
    this.key = (await createKey(this.client, account, { name: 'test' })).key;
  }

  #configOf(env: Record<string, string> = {}): Config {
    const settings = { PORT: '0', ...this.env, ...env };
    const name = JSON.stringify(settings);
    const config = this.#configs.get(name) ?? readConfig(settings);
    this.#configs.set(name, config);
    return config;
  }

  #prepare(process: string, env: Record<string, string>) {
    const config = this.#configOf(env);
    const memory = new MemoryLog();
    const log: Log = createLog(process, config.logLevel, memory.stream);
    return { config, memory, log };
  }
}
