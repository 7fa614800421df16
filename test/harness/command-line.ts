import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';

/** What a command left behind, with its two outputs apart. */
export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface CommandOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** What it reads on standard input; nothing by default. */
  input?: string;
  /** Killed after that, with no exit code: a hanging command is a failed test and not a hanging one. */
  withinMs?: number;
}

const CLI = path.resolve('dist/bin/cli.js');
/** What that file imports. A process runs the same file only once. */
const BUNDLE = path.resolve('dist/cli.js');
/** Commands run in a folder without a `.env`: a developer's own must not reach them. */
const NO_SETTINGS_HERE = path.resolve('test/harness');

/** A command as a line or, where words hold spaces, as its words. */
export type Line = string | readonly string[];

const wordsOf = (line: Line) => (typeof line === 'string' ? line.split(' ').filter(Boolean) : line);

/** Runs `node <args>` to its end. */
export async function runNode(args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const child = spawn(process.execPath, args, {
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

/**
 * Runs commands one after the other in one process, each as if it were alone: for many that differ only in their words.
 * What is loaded for the first is there for the next, which makes each a matter of milliseconds.
 */
async function runInTurn(commands: readonly (readonly string[])[], options: CommandOptions): Promise<CommandResult[]> {
  const code = `
    const [cli, commands] = ${JSON.stringify([pathToFileURL(BUNDLE).href, commands])};
    const results = [];
    const write = process.stdout.write.bind(process.stdout);
    for (const [index, args] of commands.entries()) {
      const result = { code: 0, stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr']) process[name].write = (text) => ((result[name] += text), true);
      process.argv = [process.execPath, 'cli.js', ...args];
      process.exitCode = 0;
      await import(cli + '?' + index).catch((error) => Object.assign(result, { code: 2, stderr: error.stack }));
      result.code ||= process.exitCode;
      results.push(result);
    }
    process.exitCode = 0;
    write(JSON.stringify(results));`;
  const { code: ended, stdout, stderr } = await runNode(['--input-type=module', '-e', code], options);
  if (ended !== 0) throw new Error(`The commands ended with ${ended}: ${stderr}`);
  return JSON.parse(stdout) as CommandResult[];
}

/** The machine's environment without anything that Tributary or npm would read as a setting. */
export function bareEnvironment(env: Record<string, string> = {}): Record<string, string> {
  const kept = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'LD_LIBRARY_PATH'];
  const base = kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return { ...Object.fromEntries(base), ...env };
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
  async run(line: Line, options: CommandOptions = {}): Promise<CommandResult> {
    const result = await runCli(wordsOf(line), { ...options, env: { ...this.#env, ...options.env } });
    this.#expectProper(result);
    return result;
  }

  /** Runs several commands, one after the other, faster than each in a process of its own. */
  async runAll(lines: readonly Line[], options: CommandOptions = {}): Promise<CommandResult[]> {
    const results = await runInTurn(lines.map(wordsOf), { ...options, env: { ...this.#env, ...options.env } });
    for (const result of results) this.#expectProper(result);
    return results;
  }

  /** Several commands that must all work; returns what each wrote to stdout. */
  async worksAll(lines: readonly Line[], options: CommandOptions = {}): Promise<string[]> {
    const results = await this.runAll(lines, options);
    for (const result of results) expect(result).toMatchObject({ code: 0, stderr: '' });
    return results.map(({ stdout }) => stdout);
  }

  /** Several commands that must all be refused; returns what each said on stderr. */
  async refusedAll(lines: readonly Line[], options: CommandOptions = {}): Promise<string[]> {
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
  async works(line: Line, options: CommandOptions = {}): Promise<string> {
    const result = await this.run(line, options);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    return result.stdout;
  }

  /** The same with `--json`; returns what it says. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into values of every shape.
  async json(line: string, options: CommandOptions = {}): Promise<any> {
    return JSON.parse(await this.works(`${line} --json`, options));
  }

  /** A command that must be refused: exit 1, nothing on stdout; returns what it said on stderr. */
  async refused(line: Line, options: CommandOptions = {}): Promise<string> {
    const result = await this.run(line, options);
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).not.toBe('');
    return result.stderr;
  }
}
