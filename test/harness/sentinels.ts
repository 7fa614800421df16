import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { ensureRedis } from '../../bin/redis.js';
import { testPort } from './ports.ts';
import { eventually } from './processes.ts';
import { TestRedis } from './test-redis.ts';

const HOST = '127.0.0.1';
const NAME = 'mymaster';

/** How to start Redis servers with Sentinels. */
export interface SentinelOptions {
  replicas?: number;
  sentinels?: number;
  /** Of the Redis servers. */
  password?: string;
  sentinelPassword?: string;
  /** Lines of the Sentinels' configuration. */
  sentinelConfig?: readonly string[];
  /** Arguments of the Redis servers. */
  extra?: readonly string[];
}

/** A real primary with replicas, and Sentinels that replace it after a second of silence. */
export class TestSentinels {
  /** The first was the primary at the start. */
  readonly servers: TestRedis[] = [];
  readonly sentinels: SentinelProcess[] = [];
  readonly #options: SentinelOptions;

  private constructor(options: SentinelOptions) {
    this.#options = options;
  }

  static async start(options: SentinelOptions = {}): Promise<TestSentinels> {
    const { replicas = 1, sentinels = 3, password, extra = [] } = options;
    const made = new TestSentinels(options);
    const quick = ['--repl-diskless-sync-delay', '0', '--min-replicas-max-lag', '2', ...extra];
    const primary = await TestRedis.start(quick);
    const copies = Array.from({ length: replicas }, () =>
      TestRedis.start([...quick, '--replicaof', `${HOST} ${primary.port}`]),
    );
    made.servers.push(primary, ...(await Promise.all(copies)));
    // Only now, because whoever starts a server waits until it answers.
    for (const server of password ? made.servers : []) {
      const client = new Redis(server.url);
      await client.config('SET', 'masterauth', password as string, 'requirepass', password as string);
      client.disconnect();
    }
    const watch = () => SentinelProcess.start(primary.port, options);
    made.sentinels.push(...(await Promise.all(Array.from({ length: sentinels }, watch))));
    await eventually('every Sentinel knows the others and the replicas', async () => {
      const states = await Promise.all(made.sentinels.map((sentinel) => sentinel.state()));
      return states.every(({ others, copies: known }) => others === sentinels - 1 && known === replicas);
    });
    return made;
  }

  /** As `redis+sentinel://` names them. */
  get url(): string {
    const login = this.#options.password ? `:${this.#options.password}@` : '';
    return `redis+sentinel://${login}${this.sentinels.map(({ port }) => `${HOST}:${port}`).join(',')}/${NAME}`;
  }

  /** The server that the Sentinels name now. */
  async primary(): Promise<TestRedis> {
    const port = await this.sentinels.find(({ isRunning }) => isRunning)?.primaryPort();
    return this.servers.find((server) => server.port === port) as TestRedis;
  }

  /** A connection to one server. */
  client(server: TestRedis): Redis {
    const { password } = this.#options;
    const client = new Redis(server.url, { ...(password ? { password } : {}), retryStrategy: () => 100 });
    client.on('error', () => {});
    return client;
  }

  /** Asks the Sentinels to replace the primary. */
  async failOver(): Promise<void> {
    await this.sentinels.find(({ isRunning }) => isRunning)?.call('SENTINEL', 'FAILOVER', NAME);
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.sentinels, ...this.servers].map((process) => process.dispose()));
  }
}

/** One Sentinel. */
export class SentinelProcess {
  readonly port: number;
  readonly #dir = mkdtempSync(path.join(tmpdir(), 'tributary-sentinel-'));
  readonly #client: Redis;
  /** How it watches the primary. */
  readonly #settings: Record<string, string>;
  readonly #quorum: string;
  #child: ChildProcess | undefined;

  private constructor(port: number, { password, sentinelPassword, sentinels = 3 }: SentinelOptions) {
    this.port = port;
    this.#quorum = String(Math.min(sentinels, 2));
    this.#settings = {
      'down-after-milliseconds': '1000',
      'failover-timeout': '3000',
      ...(password ? { 'auth-pass': password } : {}),
    };
    const login = sentinelPassword ? { password: sentinelPassword } : {};
    this.#client = new Redis(port, HOST, { ...login, retryStrategy: () => 100 });
    this.#client.on('error', () => {});
  }

  static async start(primaryPort: number, options: SentinelOptions): Promise<SentinelProcess> {
    const sentinel = new SentinelProcess(await testPort(), options);
    const { sentinelPassword, sentinelConfig = [] } = options;
    const config = [
      `port ${sentinel.port}`,
      `bind ${HOST}`,
      `dir ${sentinel.#dir}`,
      `sentinel monitor ${NAME} ${HOST} ${primaryPort} ${sentinel.#quorum}`,
      ...Object.entries(sentinel.#settings).map(([name, value]) => `sentinel ${name} ${NAME} ${value}`),
      ...(sentinelPassword ? [`requirepass ${sentinelPassword}`] : []),
      ...sentinelConfig,
    ];
    const file = path.join(sentinel.#dir, 'sentinel.conf');
    writeFileSync(file, `${config.join('\n')}\n`);
    const { path: program, env } = ensureRedis();
    sentinel.#child = spawn(program, [file, '--sentinel'], { env: { ...process.env, ...env }, stdio: 'ignore' });
    await eventually('the Sentinel answers', async () => (await sentinel.call('PING')) === 'PONG');
    return sentinel;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  call(command: string, ...args: string[]): Promise<unknown> {
    return this.#client.call(command, ...args);
  }

  async primaryPort(): Promise<number> {
    const [, port] = (await this.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', NAME)) as [string, string];
    return Number(port);
  }

  /** Watches another primary from now on, as if it had always been the one. */
  async watch(port: number): Promise<void> {
    await this.call('SENTINEL', 'REMOVE', NAME);
    await this.call('SENTINEL', 'MONITOR', NAME, HOST, String(port), this.#quorum);
    await this.call('SENTINEL', 'SET', NAME, ...Object.entries(this.#settings).flat());
  }

  /** What it knows of each replica: `slave`, or `s_down,slave,disconnected`. */
  async replicaFlags(): Promise<string[]> {
    const replicas = (await this.call('SENTINEL', 'REPLICAS', NAME)) as string[][];
    return replicas.map((fields) => fields[fields.indexOf('flags') + 1] ?? '');
  }

  /** How many other Sentinels and how many replicas it knows. */
  async state(): Promise<{ others: number; copies: number }> {
    const list = (await this.call('SENTINEL', 'MASTER', NAME)) as string[];
    const field = (name: string) => Number(list[list.indexOf(name) + 1]);
    return { others: field('num-other-sentinels'), copies: field('num-slaves') };
  }

  async kill(): Promise<void> {
    if (!this.#child || !this.isRunning) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  async dispose(): Promise<void> {
    this.#client.disconnect();
    await this.kill();
    rmSync(this.#dir, { recursive: true, force: true });
  }
}
