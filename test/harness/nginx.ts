import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Agent, fetch, type RequestInit, type Response } from 'undici';
import { findNginx, type NginxProgram } from '../../tools/nginx.js';
import { testPort } from './ports.ts';
import { eventually } from './processes.ts';

/** The program, or null: then the tests behind a proxy are skipped, and say so loudly. */
export const nginxProgram = findNginx();
if (nginxProgram === null) {
  process.stderr.write(
    '\n*** NO NGINX: the tests behind a proxy are SKIPPED. Install nginx, or run npm run test:all. ***\n\n',
  );
}

/** How nginx serves a deployment. */
export interface NginxOptions {
  port: number;
  /** Addresses of the web processes. */
  webs: readonly string[];
  /** Path under which it serves them, such as `/search`; everything else is its own 404. */
  basePath?: string;
  /** Change of its configuration, in place of what `docs/operations.md` says. */
  edit?: (configuration: string) => string;
}

/** A real nginx with TLS and the configuration that `docs/operations.md` tells operators to write. */
export class Nginx {
  readonly origin: string;
  readonly #dir = mkdtempSync(path.join(tmpdir(), 'tributary-nginx-'));
  readonly #child: ChildProcess;
  /** Accepts the certificate, which no authority has signed. */
  readonly #agent = new Agent({ connect: { rejectUnauthorized: false } });
  #output = '';

  private constructor({ path: file, env }: NginxProgram, options: NginxOptions) {
    this.origin = `https://127.0.0.1:${options.port}`;
    const configuration = path.join(this.#dir, 'nginx.conf');
    writeFileSync(configuration, `${this.#surroundings()}http {\n${this.#storage()}${documented(options)}}\n`);
    this.#child = spawn(file, ['-p', this.#dir, '-c', configuration, '-e', 'stderr'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#output += chunk.toString('utf8');
    });
  }

  static async start(options: NginxOptions): Promise<Nginx> {
    if (!nginxProgram) throw new Error('There is no nginx.');
    const nginx = new Nginx(nginxProgram, options);
    await eventually('nginx listens', () => !nginx.#running || accepts(options.port), 45_000);
    if (!nginx.#running) throw new Error(nginx.#output);
    return nginx;
  }

  /** A port for `start`, which the settings of the web processes may have to name first. */
  static port(): Promise<number> {
    return testPort();
  }

  get #running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Requests a path through nginx; redirects are not followed. */
  fetch(target: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.origin}${target}`, { redirect: 'manual', ...init, dispatcher: this.#agent });
  }

  async stop(): Promise<void> {
    await this.#agent.destroy();
    if (this.#running) {
      const ended = once(this.#child, 'exit');
      this.#child.kill('SIGKILL');
      await ended;
    }
    rmSync(this.#dir, { recursive: true, force: true });
  }

  /** One process that stays in the foreground, whoever runs it. */
  #surroundings(): string {
    return `daemon off;\nmaster_process off;\npid ${this.#dir}/nginx.pid;\nevents {}\n`;
  }

  #storage(): string {
    const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    return `access_log off;\n${kinds.map((kind) => `${kind}_temp_path ${this.#dir}/${kind};\n`).join('')}`;
  }
}

/** The documented configuration with the addresses and files of this test. */
function documented({ port, webs, basePath = '', edit = (text) => text }: NginxOptions): string {
  const block = /```nginx\n([\s\S]*?)```/.exec(readFileSync('docs/operations.md', 'utf8'))?.[1] ?? '';
  const certificate = path.resolve('test/fixtures/self-signed');
  return edit(
    block
      .replace(/( *server )127\.0\.0\.1:3000(.*\n) *server .*\n/, (_lines, start: string, rest: string) =>
        webs.map((web) => `${start}${new URL(web).host}${rest}`).join(''),
      )
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replace('location / {', `location ${basePath}/ {`)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate}.cert.pem;`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${certificate}.key.pem;`),
  );
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } finally {
    socket.destroy();
  }
}
