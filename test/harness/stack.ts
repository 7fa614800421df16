import path from 'node:path';
import { Redis } from 'ioredis';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { createKey, createUser } from './as-tester.ts';
import { untilHealthIsRead } from './health-views.ts';
import { testPort } from './ports.ts';
import { eventually, TestProcess, untilItListens } from './processes.ts';
import { TestRedis } from './redis.ts';
import { TestSystem, testSettings } from './test-system.ts';

/** What a worker process runs in production. */
export const MAIN_WORKER = 'dist/workers/main.js';
/** The same for tests in which a worker dies, or crawls. */
export const WATCHFUL_WORKER = 'test/harness/watchful-worker.js';

export interface StackOptions {
  web?: number;
  workers?: number;
  /** Where the built project is, if it is not this one. */
  folder?: string;
  /** What a worker process runs, if not what it does in production. */
  worker?: string;
  /** Settings for web and worker alike; a function where they depend on the sandbox's address. */
  env?: Record<string, string> | ((sandboxUrl: string) => Record<string, string>);
}

/**
 * A whole deployment on loopback: a Redis server, web and worker processes, the sandbox (in this process), an account and
 * a key. For tests that stop, freeze or restart a process; everything else is faster in a `TestApp`.
 */
export class Stack extends TestSystem {
  readonly redis: TestRedis;
  readonly client: Redis;
  readonly sandboxUrl: string;
  readonly env: Record<string, string>;
  readonly webs: TestProcess[] = [];
  readonly workers: TestProcess[] = [];
  readonly #sandbox: Sandbox;
  readonly #folder: string;
  readonly #worker: string;

  private constructor(
    redis: TestRedis,
    sandbox: Sandbox,
    { env = {}, folder = '', worker = MAIN_WORKER }: StackOptions,
  ) {
    super();
    this.redis = redis;
    this.client = new Redis(redis.url, { retryStrategy: () => 50 });
    this.client.on('error', () => {});
    this.#sandbox = sandbox;
    this.#folder = folder;
    this.#worker = worker;
    this.sandboxUrl = `http://127.0.0.1:${sandbox.port}`;
    const own = typeof env === 'function' ? env(this.sandboxUrl) : env;
    this.env = { ...testSettings(redis.url, this.sandboxUrl), ...own };
  }

  static async start(options: StackOptions = {}): Promise<Stack> {
    const stack = new Stack(await TestRedis.start(), await startSandbox(), options);
    try {
      await stack.#begin(options);
    } catch (error) {
      await stack.stop();
      throw error;
    }
    return stack;
  }

  async #begin({ workers = 1, web = 1 }: StackOptions): Promise<void> {
    await createUser(this.client, 'tester');
    this.key = (await createKey(this.client, 'tester', { name: 'test' })).key;
    for (let i = 0; i < workers; i++) this.addWorker();
    for (let i = 0; i < web; i++) await this.addWeb();
    if (workers > 0) await this.untilReady();
  }

  /** `folder`: where another build is. */
  addWorker(env: Record<string, string> = {}, folder = this.#folder): TestProcess {
    const worker = new TestProcess('worker', [path.join(folder, this.#worker)], {
      ...this.env,
      ...env,
    });
    this.workers.push(worker);
    return worker;
  }

  /** Starts a web process and waits until it listens. */
  async addWeb(env: Record<string, string> = {}, folder = this.#folder): Promise<string> {
    const port = await testPort();
    const entry = path.join(folder, 'dist/api/server.js');
    const web = new TestProcess('web', [entry], { ...this.env, PORT: String(port), ...env });
    const url = `http://127.0.0.1:${port}`;
    this.webs.push(web);
    this.urls.push(url);
    await untilItListens(web, url);
    return url;
  }

  /** Every web process sees Redis and a worker. */
  async untilReady(): Promise<void> {
    for (const web of this.urls.keys()) await this.untilSearching(web);
  }

  async untilSearching(web: number): Promise<void> {
    // Readiness looks for a worker itself, and searches go by what it saw.
    await eventually('readyz', async () => (await fetch(`${this.urls[web]}/readyz`)).ok);
  }

  refreshHealth(): Promise<void> {
    const processes = [...this.webs, ...this.workers].filter(({ running }) => running);
    return untilHealthIsRead(this.client, this.redis.port, processes.length);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.webs, ...this.workers].map((process) => process.stop('SIGKILL')));
    await this.#sandbox.close();
    this.client.disconnect();
    await this.redis.dispose();
  }
}
