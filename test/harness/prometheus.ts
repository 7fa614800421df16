import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testPort } from './ports.ts';
import { eventually } from './processes.ts';

/** Whether Debian's package `prometheus` is on this machine. */
export const hasPrometheus = ['prometheus', 'promtool'].every((name) => !spawnSync(name, ['--version']).error);
if (!hasPrometheus) {
  process.stderr.write('\n*** NO PROMETHEUS: its tests are SKIPPED. Install the package prometheus. ***\n\n');
}

/** Runs promtool. Returns its exit code and what it wrote. */
export function promtool(args: readonly string[], input = ''): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

/** A real Prometheus with the configuration of `deploy/prometheus`, which scrapes these addresses each second. */
export class Prometheus {
  readonly #url: string;
  readonly #dir: string;
  readonly #child: ChildProcess;
  #output = '';

  private constructor(port: number, dir: string) {
    this.#url = `http://127.0.0.1:${port}`;
    this.#dir = dir;
    const flags = {
      'config.file': 'prometheus.yaml',
      'storage.tsdb.path': 'data',
      'web.listen-address': `127.0.0.1:${port}`,
    };
    const args = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
    this.#child = spawn('prometheus', args, { cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#output += chunk.toString('utf8');
    });
  }

  /** `targets` are the hosts and ports of a web and a worker process. */
  static async start(targets: { web: string; worker: string }): Promise<Prometheus> {
    const dir = mkdtempSync(path.join(tmpdir(), 'tributary-prometheus-'));
    cpSync('deploy/prometheus', dir, { recursive: true });
    const file = path.join(dir, 'prometheus.yaml');
    const configuration = readFileSync(file, 'utf8')
      .replaceAll(/_interval: 15s/g, '_interval: 1s')
      .replace('127.0.0.1:3000', targets.web)
      .replace('127.0.0.1:3100', targets.worker);
    writeFileSync(file, configuration);
    const prometheus = new Prometheus(await testPort(), dir);
    await eventually('Prometheus is ready', async () => {
      if (prometheus.#child.exitCode !== null) return true;
      return (await fetch(`${prometheus.#url}/-/ready`)).ok;
    });
    if (prometheus.#child.exitCode !== null) throw new Error(prometheus.#output);
    return prometheus;
  }

  /** What it answers at a path of its API. */
  // biome-ignore lint/suspicious/noExplicitAny: answers have every shape.
  async ask(pathAndQuery: string): Promise<any> {
    return (await fetch(`${this.#url}/api/v1/${pathAndQuery}`)).json();
  }

  query(expression: string) {
    return this.ask(`query?${new URLSearchParams({ query: expression })}`);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null) {
      const ended = once(this.#child, 'exit');
      this.#child.kill('SIGTERM');
      await ended;
    }
    rmSync(this.#dir, { recursive: true, force: true });
  }
}
