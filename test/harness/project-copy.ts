import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bareEnvironment } from './command-line.ts';
import { eventually } from './processes.ts';

/** Copies a file or folder; on the same disk, with hard links, which cost next to nothing. */
export function copyTree(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true });
  if (spawnSync('cp', ['-al', from, to], { stdio: 'ignore' }).status === 0) return;
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

/**
 * A copy of the project in a folder of its own, with its own `.data`, so that what belongs to a person's own `npm start`
 * is never touched. Packages are shared and a Redis that was unpacked into `.data` comes along: nothing is installed.
 */
export class ProjectCopy {
  /** The name holds a space, as people's folders do. */
  readonly root = mkdtempSync(path.join(tmpdir(), 'tributary copy-'));

  constructor(...entries: string[]) {
    for (const entry of entries) cpSync(entry, this.path(entry), { recursive: true });
    if (entries.length > 0) symlinkSync(path.resolve('node_modules'), this.path('node_modules'));
    mkdirSync(this.path('.data'));
    const redis = path.join('.data', 'redis-server');
    if (existsSync(redis)) copyTree(redis, this.path(redis));
  }

  /** One that has been built and has no sources, as a package from npm. */
  static built(): ProjectCopy {
    const copy = new ProjectCopy('package.json', 'api/ui/static', ...scripts());
    copyTree('dist', copy.path('dist'));
    return copy;
  }

  /** All that a clone has, and neither packages nor a build. */
  static cloned(): ProjectCopy {
    const copy = new ProjectCopy();
    const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const files = execFileSync('git', args, { encoding: 'utf8' }).split('\0').filter(Boolean);
    for (const file of files) if (existsSync(file)) cpSync(file, copy.path(file));
    return copy;
  }

  /** A folder without the project. */
  static empty(): ProjectCopy {
    return new ProjectCopy();
  }

  path(...names: string[]): string {
    return path.join(this.root, ...names);
  }

  /** Every process that works in this copy, with its command line; Linux only, like the tests that ask. */
  processes(): { pid: number; command: string }[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        try {
          // Gone, a zombie or someone else's: readlink fails, and it is not ours.
          const folder = readlinkSync(`/proc/${pid}/cwd`);
          const ours = folder === this.root || folder.startsWith(`${this.root}${path.sep}`);
          return ours ? [{ pid: Number(pid), command: commandLine(pid) }] : [];
        } catch {
          return [];
        }
      });
  }

  /** Ends whatever a failed test left running here, then removes the folder. */
  async dispose(): Promise<void> {
    for (const { pid } of this.processes()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Gone in between.
      }
    }
    await eventually('nothing works in the copy any more', () => this.processes().length === 0);
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** The processes that a process has started and that still run. */
export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

function commandLine(pid: string): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
}

/** The plain JavaScript of `bin`, which runs before anything is built. */
export function scripts(): string[] {
  return readdirSync('bin')
    .filter((name) => name.endsWith('.js'))
    .map((name) => path.join('bin', name));
}

export const NPM_START = ['npm', 'start'] as const;

/** One run of `bin/start.js` in a copy, as `npm start` runs it, or of another command that comes to it. */
export class StartRun {
  readonly child: ChildProcess;
  readonly #copy: ProjectCopy;
  output = '';

  constructor(
    copy: ProjectCopy,
    env: Record<string, string> = {},
    [command, ...args]: readonly [string, ...string[]] = [process.execPath, 'bin/start.js'],
  ) {
    this.#copy = copy;
    this.child = spawn(command, args, {
      cwd: copy.root,
      env: bareEnvironment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
  }

  get ended(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Waits for the last line of what it tells people once all is up. */
  async untilAnnounced(withinMs = 60_000): Promise<void> {
    const announced = () => this.output.includes('Ctrl-C stops everything.');
    await eventually('start says that it runs, or ends', () => announced() || this.ended, withinMs);
    if (!announced()) throw new Error(`start ended with code ${this.child.exitCode}:\n${this.output}`);
  }

  /** Its children by what they are: web, worker, sandbox, redis. */
  children(): Record<string, number> {
    const names = { web: 'dist/api/server.js', worker: 'dist/workers/main.js', sandbox: 'dist/sandbox/main.js' };
    return Object.fromEntries(
      this.#copy.processes().flatMap(({ pid, command }) => {
        if (pid === this.child.pid) return [];
        if (/(redis|valkey)-server/.test(command)) return [['redis', pid]];
        const name = Object.entries(names).find(([, file]) => command.includes(file))?.[0];
        return [[name ?? command, pid]];
      }),
    );
  }

  /** Waits for its end, sending a signal first if one is given; returns the exit code. */
  async end(signal?: NodeJS.Signals): Promise<number | null> {
    if (this.ended) return this.child.exitCode;
    const ended = once(this.child, 'exit');
    if (signal) this.child.kill(signal);
    const timer = setTimeout(() => this.child.kill('SIGKILL'), 40_000);
    await ended;
    clearTimeout(timer);
    return this.child.exitCode;
  }
}
