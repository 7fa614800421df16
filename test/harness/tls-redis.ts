import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { ensureRedis } from '../../bin/redis.js';
import { makeCertificates } from './certificates.ts';
import { testPort } from './ports.ts';
import { eventually } from './processes.ts';

/** A Redis that speaks only TLS, with a certificate of its own authority, and lets in only one named user. */
export class TlsRedis {
  readonly dir = mkdtempSync(path.join(tmpdir(), 'tributary-tls-'));
  readonly port: number;
  readonly username = 'tributary';
  readonly password = 'correct-horse-battery';
  #child: ChildProcess | undefined;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(): Promise<TlsRedis> {
    const redis = new TlsRedis(await testPort());
    makeCertificates(redis.dir);
    await redis.#spawn();
    return redis;
  }

  /** For NODE_EXTRA_CA_CERTS. */
  get authority(): string {
    return path.join(this.dir, 'ca.crt');
  }

  url(password = this.password): string {
    return `rediss://${this.username}:${password}@localhost:${this.port}`;
  }

  async dispose(): Promise<void> {
    if (this.#child && this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = once(this.#child, 'exit');
      this.#child.kill('SIGKILL');
      await ended;
    }
    rmSync(this.dir, { recursive: true, force: true });
  }

  async #spawn(): Promise<void> {
    const config = path.join(this.dir, 'redis.conf');
    writeFileSync(
      config,
      `port 0
tls-port ${this.port}
bind 127.0.0.1
dir ${this.dir}
logfile ${path.join(this.dir, 'redis.log')}
tls-cert-file ${path.join(this.dir, 'server.crt')}
tls-key-file ${path.join(this.dir, 'server.key')}
tls-ca-cert-file ${this.authority}
tls-auth-clients no
appendonly yes
appendfsync always
save ""
user default off
user ${this.username} on >${this.password} ~* &* +@all
`,
    );
    const { path: file, env } = ensureRedis();
    const child = spawn(file, [config], { env: { ...process.env, ...env }, stdio: 'ignore' });
    this.#child = child;
    const client = new Redis(this.url(), {
      tls: { ca: readFileSync(this.authority) },
      retryStrategy: () => 50,
      maxRetriesPerRequest: null,
    });
    client.on('error', () => {});
    try {
      await eventually('the Redis with TLS answers', () => {
        if (child.exitCode !== null) throw new Error(readFileSync(path.join(this.dir, 'redis.log'), 'utf8'));
        return client.status === 'ready';
      });
    } finally {
      client.disconnect();
    }
  }
}
