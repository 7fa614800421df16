import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { bareEnvironment, type CommandOptions, type CommandResult } from './command-line.ts';

/** A command that answers each line of JSON with one. */
export class Conversation {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  #stderr = '';

  constructor(args: readonly string[], { cwd, env }: CommandOptions) {
    const cli = path.resolve('dist/bin/cli.js');
    this.#child = spawn(process.execPath, [cli, ...args], { cwd, env: bareEnvironment(env), stdio: 'pipe' });
    this.#child.stdin.on('error', () => {});
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
    });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** Sends a message and returns the next one that comes. Fails if the command writes anything but JSON, or ends. */
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect messages of every shape.
  async ask(message: unknown): Promise<any> {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
    const { done, value } = await this.#lines.next();
    if (done) throw new Error(`The command has ended: ${this.#stderr}`);
    return JSON.parse(value);
  }

  /** Ends its input and waits for its end; `stdout` is what nobody has read. */
  async end(): Promise<CommandResult> {
    const closed = once(this.#child, 'close');
    this.#child.stdin.end();
    const rest: string[] = [];
    for (let next = await this.#lines.next(); !next.done; next = await this.#lines.next()) rest.push(next.value);
    await closed;
    return { code: this.#child.exitCode, stdout: rest.join('\n'), stderr: this.#stderr };
  }
}
