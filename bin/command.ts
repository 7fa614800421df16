import { parseArgs } from 'node:util';
import type { Config } from '../lib/config/config.ts';
import type { SettingSources } from '../lib/config/setting-sources.ts';
import type { Actor } from '../lib/keys/authority.ts';
import type { Redis } from '../lib/redis/redis.ts';

/** A command of the command line. */
export interface Command {
  /** The words that select it: `user create`. */
  name: string;
  usage: string;
  summary: string;
  /** A line for each option, for the help of the command alone. */
  options?: readonly string[];
  needsRedis: boolean;
  /** Returns the exit code. */
  run(args: readonly string[], context: CommandContext): Promise<number>;
}

/** A command that is a client of an instance: it needs neither the instance's settings nor its Redis. */
export interface ClientCommand extends Pick<Command, 'name' | 'usage' | 'summary'> {
  /** Returns the exit code. */
  runAsClient(args: readonly string[]): Promise<number>;
}

/** A command about the settings, which also runs if they are invalid. It needs no Redis. */
export interface SettingsCommand extends Pick<Command, 'name' | 'usage' | 'summary'> {
  /** Returns the exit code. */
  runWithSources(args: readonly string[], context: SettingsContext): Promise<number>;
}

/** What a command about the settings receives. */
export interface SettingsContext extends Pick<CommandContext, 'terminal' | 'json'> {
  sources: SettingSources;
}

/** What a command reads from and writes to. */
export interface Terminal {
  /** Writes to standard output. */
  write(text: string | Uint8Array): void;
  /** Writes to standard error. */
  writeError(text: string): void;
  /** Reads standard input to its end. */
  readInput(): Promise<Buffer>;
}

/** The configuration, connections and terminal for a command. */
export interface CommandContext {
  terminal: Terminal;
  config: Config;
  redis: Redis;
  queueRedis: Redis;
  /** Whether to print JSON. */
  json: boolean;
  /** Who runs the command, with all rights. */
  operator: Actor;
}

/** Invalid arguments; the usage is printed with the message. */
export class UsageError extends Error {}

/** The parsed arguments of a command: text options have a value, flags do not. */
export interface Arguments {
  positionals: string[];
  text(name: string): string | undefined;
  flag(name: string): boolean;
  /** The values of an option that may be given several times. */
  list(name: string): string[];
}

/** Parses arguments into the named positions and the allowed options; throws a UsageError otherwise. */
export function parse(
  args: readonly string[],
  positions: readonly string[],
  allowed: { text?: readonly string[]; flags?: readonly string[]; lists?: readonly string[] } = {},
): Arguments {
  const options = Object.fromEntries([
    ...(allowed.text ?? []).map((name) => [name, { type: 'string' as const }]),
    ...(allowed.lists ?? []).map((name) => [name, { type: 'string' as const, multiple: true }]),
    ...(allowed.flags ?? []).map((name) => [name, { type: 'boolean' as const }]),
  ]);
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  if (parsed.positionals.length !== positions.length) {
    throw new UsageError(`Expected ${positions.join(' and ') || 'nothing more'} after the command.`);
  }
  return {
    positionals: parsed.positionals,
    text: (name) => parsed.values[name] as string | undefined,
    flag: (name) => parsed.values[name] === true,
    list: (name) => (parsed.values[name] as string[] | undefined) ?? [],
  };
}

/** Prints a line. */
export function print(terminal: Terminal, text: string): void {
  terminal.write(`${text}\n`);
}

/** Prints a value as JSON. */
export function printJson(terminal: Terminal, value: unknown): void {
  print(terminal, JSON.stringify(value, null, 2));
}

/** Prints a plain table with aligned columns. */
export function printTable(terminal: Terminal, header: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = header.map((title, column) =>
    rows.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), title.length),
  );
  for (const row of [header, ...rows]) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    print(terminal, cells.join('  ').trimEnd());
  }
}

/** Reads the password from standard input, because the process list would show an argument. */
export async function readPassword(terminal: Terminal): Promise<string> {
  return lineOf(await terminal.readInput());
}

/** The text of standard input, without the end of its line. */
export function lineOf(input: Buffer): string {
  return input.toString('utf8').replace(/\r?\n$/, '');
}
