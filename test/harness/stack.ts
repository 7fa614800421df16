import { Redis } from 'ioredis';
import { createUser } from '../../lib/accounts/account-store.ts';
import { createKey } from '../../lib/keys/key-store.ts';
import type { Knobs } from '../../sandbox/knobs.ts';
import type { RecordedCall } from '../../sandbox/server.ts';
import { sandboxSettings } from '../../sandbox/settings.ts';
import { testPort } from './ports.ts';
import { eventually, TestProcess } from './processes.ts';
import { TestRedis } from './redis.ts';

export interface StackOptions {
  web?: number;
  workers?: number;
  /** Settings for web and worker alike. */
  env?: Record<string, string>;
  /** redis-server arguments. */
  redis?: readonly string[];
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  body: any;
  ms: number;
}

/** A whole deployment on loopback: a real Redis, the sandbox, web and worker processes, an account and a key. */
export class Stack {
  readonly redis: TestRedis;
  readonly client: Redis;
  readonly sandboxUrl: string;
  readonly sandbox: TestProcess;
  readonly env: Record<string, string>;
  readonly webs: TestProcess[] = [];
  readonly urls: string[] = [];
  readonly workers: TestProcess[] = [];
  key = '';

  private constructor(redis: TestRedis, sandbox: TestProcess, sandboxUrl: string, env: Record<string, string>) {
    this.redis = redis;
    this.client = new Redis(redis.url, { retryStrategy: () => 50 });
    this.client.on('error', () => {});
    this.sandbox = sandbox;
    this.sandboxUrl = sandboxUrl;
    this.env = env;
  }

  static async start(options: StackOptions = {}): Promise<Stack> {
    const redis = await TestRedis.start(options.redis);
    const port = await testPort();
    const sandbox = new TestProcess('sandbox', ['dist/sandbox/main.js', '--port', String(port)], {});
    const sandboxUrl = `http://127.0.0.1:${port}`;
    const stack = new Stack(redis, sandbox, sandboxUrl, {
      REDIS_URL: redis.url,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'debug',
      API_THROTTLE_BURST: 'off',
      ...sandboxSettings(sandboxUrl),
      BRAVE_API_KEY: 'test-brave-key',
      MOJEEK_API_KEY: 'test-mojeek-key',
      MARGINALIA_API_KEY: 'public',
      ...options.env,
    });
    try {
      await stack.#begin(options);
    } catch (error) {
      // Nobody else could: whoever waits for it never gets it.
      await stack.stop();
      throw error;
    }
    return stack;
  }

  async #begin({ workers = 1, web = 1 }: StackOptions): Promise<void> {
    await eventually('the sandbox listens', () => this.sandbox.output.includes('"port"'));
    await createUser(this.client, 'tester');
    this.key = (await createKey(this.client, 'tester', { name: 'test' })).key;
    for (let i = 0; i < workers; i++) this.addWorker();
    for (let i = 0; i < web; i++) await this.addWeb();
    if (workers > 0) await this.untilReady();
  }

  addWorker(env: Record<string, string> = {}): TestProcess {
    const worker = new TestProcess('worker', ['dist/workers/main.js'], { ...this.env, ...env });
    this.workers.push(worker);
    return worker;
  }

  /** Starts a web process and waits until it listens; returns its address. */
  async addWeb(env: Record<string, string> = {}): Promise<string> {
    const port = await testPort();
    const web = new TestProcess('web', ['dist/api/server.js'], { ...this.env, PORT: String(port), ...env });
    const url = `http://127.0.0.1:${port}`;
    this.webs.push(web);
    this.urls.push(url);
    await eventually(`web listens: ${web.output}`, async () => {
      if (!web.running) throw new Error(web.output);
      return (await fetch(`${url}/healthz`)).ok;
    });
    return url;
  }

  /** Redis and a worker are there, as every web process sees it. */
  async untilReady(): Promise<void> {
    for (const url of this.urls) await eventually('readyz', async () => (await fetch(`${url}/readyz`)).ok);
    // The web process looks for workers once a second: a search is the proof that it has seen one.
  }

  /** Calls the API with the stack's key; `path` is below the web process's address. */
  async get(
    path: string,
    options: { headers?: Record<string, string>; key?: string; web?: number } & RequestInit = {},
  ): Promise<Reply> {
    const { headers = {}, key = this.key, web = 0, ...init } = options;
    const started = performance.now();
    const response = await fetch(`${this.urls[web]}${path}`, {
      ...init,
      headers: key === '' ? headers : { authorization: `Api-Key ${key}`, ...headers },
    });
    const text = await response.text();
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      body = undefined;
    }
    return { status: response.status, headers: response.headers, text, body, ms: performance.now() - started };
  }

  search(query: string, options: Parameters<Stack['get']>[1] = {}): Promise<Reply> {
    return this.get(`/api/v1/web/?q=${encodeURIComponent(query)}`, options);
  }

  async knobs(upstream: string, knobs: Knobs): Promise<void> {
    await fetch(`${this.sandboxUrl}/_sandbox/knobs/${upstream}`, { method: 'PUT', body: JSON.stringify(knobs) });
  }

  /** Every upstream healthy, every breaker closed, no call remembered, nothing cached. */
  async reset(): Promise<void> {
    await this.healUpstreams();
    const keys = [...(await this.client.keys('{trib:health*')), ...(await this.client.keys('{trib:cache*'))];
    for (const key of keys) await this.client.del(key);
    // Longer than the 500 ms after which every process has read the health records again.
    await eventually('the breakers are closed everywhere', async () => {
      const reply = await this.search(`reset ${Math.random()}`);
      return reply.status === 200 && !reply.headers.get('server-timing')?.includes('suspended');
    });
    await this.forgetCalls();
  }

  /** Every upstream healthy, no call remembered. */
  async healUpstreams(): Promise<void> {
    await fetch(`${this.sandboxUrl}/_sandbox/knobs`, { method: 'DELETE' });
    await this.forgetCalls();
  }

  async forgetCalls(): Promise<void> {
    await fetch(`${this.sandboxUrl}/_sandbox/calls`, { method: 'DELETE' });
  }

  async calls(upstream: string): Promise<RecordedCall[]> {
    return (await fetch(`${this.sandboxUrl}/_sandbox/calls/${upstream}`)).json() as Promise<RecordedCall[]>;
  }

  /** engine slug → outcome, from the `Server-Timing` header. */
  static outcomes(reply: Reply): Record<string, string> {
    const entries = [...(reply.headers.get('server-timing') ?? '').matchAll(/(\w+);dur=\d+;desc="(\w+)"/g)];
    return Object.fromEntries(entries.map(([, engine, outcome]) => [engine, outcome]));
  }

  async stop(): Promise<void> {
    await Promise.all([...this.webs, ...this.workers].map((process) => process.stop('SIGKILL')));
    await this.sandbox.stop('SIGKILL');
    this.client.disconnect();
    await this.redis.dispose();
  }
}
