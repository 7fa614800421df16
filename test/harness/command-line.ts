import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect } from 'vitest';
import type { Terminal } from '../../bin/command.ts';
import { runCommandLine } from '../../bin/command-line.ts';

/** What a command left behind, with its two outputs apart. */
export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface CommandOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** The Node that runs it; by default, the one of the tests. */
  node?: string;
  /** What it reads on standard input; nothing by default. */
  input?: string;
  /** Killed after that, with no exit code: a hanging command is a failed test and not a hanging one. */
  withinMs?: number;
}

const CLI = path.resolve('dist/bin/cli.js');
/** Commands run in a folder without a `.env`: a developer's own must not reach them. */
const NO_SETTINGS_HERE = path.resolve('test/harness');

/** A command as a line or, where words hold spaces, as its words. */
export type Line = string | readonly string[];

const wordsOf = (line: Line) => (typeof line === 'string' ? line.split(' ').filter(Boolean) : line);

/** Runs `node <args>` to its end. */
export async function runNode(args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const child = spawn(options.node ?? process.execPath, args, {
    cwd: options.cwd ?? NO_SETTINGS_HERE,
    env: bareEnvironment(options.env),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  // A command that does not read its input may have closed it.
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  const timer = setTimeout(() => child.kill('SIGKILL'), options.withinMs ?? 25_000);
  await once(child, 'close');
  clearTimeout(timer);
  return { code: child.exitCode, stdout, stderr };
}

/** Runs one command of the built command line. */
export function runCli(args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  return runNode([CLI, ...args], options);
}

/** Runs one command in this process, with only these settings. It ends when the command would exit. */
async function runHere(
  args: readonly string[],
  { env, input = '' }: Pick<CommandOptions, 'env' | 'input'>,
): Promise<CommandResult> {
  let [stdout, stderr] = ['', ''];
  const terminal: Terminal = {
    write: (text) => {
      stdout += text;
    },
    writeError: (text) => {
      stderr += text;
    },
    readInput: async () => Buffer.from(input),
  };
  const code = await runCommandLine(args, terminal, () => ({
    environment: bareEnvironment(env),
    '.env': {},
    'npm start': {},
  }));
  return { code, stdout, stderr };
}

/** The machine's environment without anything that Tributary or npm would read as a setting. */
export function bareEnvironment(env: Record<string, string> = {}): Record<string, string> {
  const kept = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'LD_LIBRARY_PATH'];
  const base = kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return { ...Object.fromEntries(base), ...env };
}

/** How an `Operator` runs a command. */
export interface OperatorOptions extends Pick<CommandOptions, 'env' | 'input'> {
  /** Run it as a process, which takes a second; otherwise it runs here. For what only a process can show. */
  asProcess?: boolean;
}

/** Someone at the command line of one deployment. Whatever they run must print neither a secret nor a stack. */
export class Operator {
  readonly #env: Record<string, string>;
  readonly #secrets: readonly string[];

  /** `secrets` are texts that no command may ever print. */
  constructor(env: Record<string, string>, secrets: readonly string[] = []) {
    this.#env = env;
    this.#secrets = secrets;
  }

  /** Runs a command. */
  async run(line: Line, { asProcess = false, ...options }: OperatorOptions = {}): Promise<CommandResult> {
    const env = { ...this.#env, ...options.env };
    const result = await (asProcess ? runCli : runHere)(wordsOf(line), { ...options, env });
    this.#expectProper(result);
    return result;
  }

  /** Runs several commands, one after the other. */
  async runAll(lines: readonly Line[], options: OperatorOptions = {}): Promise<CommandResult[]> {
    const results: CommandResult[] = [];
    for (const line of lines) results.push(await this.run(line, options));
    return results;
  }

  /** Several commands that must all work; returns what each wrote to stdout. */
  async worksAll(lines: readonly Line[], options: OperatorOptions = {}): Promise<string[]> {
    const results = await this.runAll(lines, options);
    for (const result of results) expect(result).toMatchObject({ code: 0, stderr: '' });
    return results.map(({ stdout }) => stdout);
  }

  /** Several commands that must all be refused; returns what each said on stderr. */
  async refusedAll(lines: readonly Line[], options: OperatorOptions = {}): Promise<string[]> {
    const results = await this.runAll(lines, options);
    for (const [index, result] of results.entries()) {
      expect([lines[index], result]).toMatchObject([lines[index], { code: 1, stdout: '' }]);
      expect(result.stderr).not.toBe('');
    }
    return results.map(({ stderr }) => stderr);
  }

  #expectProper(result: CommandResult): void {
    for (const secret of this.#secrets) expect(result.stdout + result.stderr).not.toContain(secret);
    expect(result.stderr).not.toMatch(/^\s+at /m);
    expect([0, 1]).toContain(result.code);
  }

  /** A command that must work and stay quiet on stderr; returns its stdout. */
  async works(line: Line, options: OperatorOptions = {}): Promise<string> {
    const result = await this.run(line, options);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    return result.stdout;
  }

  /** The same with `--json`; returns what it says. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into values of every shape.
  async json(line: string, options: OperatorOptions = {}): Promise<any> {
    return JSON.parse(await this.works(`${line} --json`, options));
  }

  /** A command that must be refused: exit 1, nothing on stdout; returns what it said on stderr. */
  async refused(line: Line, options: OperatorOptions = {}): Promise<string> {
    const result = await this.run(line, options);
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).not.toBe('');
    return result.stderr;
  }
}
