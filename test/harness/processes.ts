import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { TEST_BEAT_MS } from './quick-beats.ts';
import { Output } from './test-system.ts';

/** A process of ours under test: its output is kept, it can be frozen, thawed and killed, and it never outlives the test. */
export class TestProcess extends Output {
  readonly name: string;
  readonly child: ChildProcess;

  constructor(name: string, args: readonly string[], env: Record<string, string>) {
    super();
    this.name = name;
    this.child = spawn(process.execPath, args, { env: cleanEnvironment(env), stdio: ['ignore', 'pipe', 'pipe'] });
    const keep = (chunk: Buffer) => {
      this.output += chunk.toString('utf8');
    };
    this.child.stdout?.on('data', keep);
    this.child.stderr?.on('data', keep);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  freeze(): void {
    this.child.kill('SIGSTOP');
  }

  thaw(): void {
    this.child.kill('SIGCONT');
  }

  /** Returns the exit code: null for a process that had to be killed, because a signal did not end it in time. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (!this.running) return this.child.exitCode;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGCONT');
    this.child.kill(signal);
    const timer = setTimeout(() => this.child.kill('SIGKILL'), 20_000);
    await ended;
    clearTimeout(timer);
    return this.child.exitCode;
  }
}

/** The machine's environment without anything that Tributary would read as a setting. */
function cleanEnvironment(env: Record<string, string>): Record<string, string> {
  const kept = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'LD_LIBRARY_PATH'];
  const base = Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  // Probes would go to public addresses from a test that sets none; those that are about probes turn them on. Most tests
  // need no thread for instant answers, which costs each web process a second of CPU time.
  return {
    ...(base as Record<string, string>),
    NODE_ENV: 'test',
    PROBE_INTERVAL_S: '0',
    INSTANT_THREADS: '0',
    TEST_BEAT_MS: String(TEST_BEAT_MS),
    ...env,
  };
}

const MIN_LOOK_MS = 20;
const MAX_LOOK_MS = 250;

/**
 * Waits until a condition holds; fails with its name when it does not come true. It is given long, because a machine that
 * runs all tests is slow.
 */
export async function eventually<T>(
  what: string,
  check: () => Promise<T | false | null | undefined> | T | false | null | undefined,
  withinMs = 40_000,
): Promise<T> {
  const startedAt = Date.now();
  let last: unknown;
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs = Date.now() - startedAt) {
    try {
      const value = await check();
      if (value) return value;
    } catch (error) {
      last = error;
    }
    // What has taken long may take a little longer: looking often keeps the machine busy.
    await sleep(Math.min(Math.max(MIN_LOOK_MS, waitedMs / 10), MAX_LOOK_MS));
  }
  throw new Error(`Did not happen within ${withinMs} ms: ${what}${last ? ` (${String(last)})` : ''}`);
}

/** Waits until a web process listens; fails with what it wrote if it ends. On a busy machine a start takes its time. */
export async function untilItListens(web: TestProcess, url: string): Promise<void> {
  const listens = async () => !web.running || (await fetch(`${url}/healthz`)).ok;
  await eventually('web listens', listens, 45_000);
  if (!web.running) throw new Error(web.output);
}
