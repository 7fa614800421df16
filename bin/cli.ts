#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { InputError } from '../lib/accounts/account-store.ts';
import { ConfigError, loadConfig } from '../lib/config.ts';
import { connectForRequests, isRedisOutage, whenReady } from '../lib/redis.ts';
import { type ClientCommand, type Command, type CommandContext, UsageError } from './command.ts';
import { doctor } from './commands/doctor.ts';
import { keyCommands } from './commands/key.ts';
import { mcpCommand } from './commands/mcp.ts';
import { statusCommand } from './commands/status.ts';
import { userCommands } from './commands/user.ts';

/** The command line: `tributary <command>`. Results go to stdout, errors to stderr; the exit code is 0 or 1. */
const commands: readonly (Command | ClientCommand)[] = [
  ...userCommands,
  ...keyCommands,
  statusCommand,
  doctor,
  mcpCommand,
];

function usage(): string {
  const width = Math.max(...commands.map(({ usage: line }) => line.length));
  const lines = commands.map(({ usage: line, summary }) => `  ${line.padEnd(width)}  ${summary}`);
  return `Usage: tributary <command> [--json]\n\n${lines.join('\n')}\n`;
}

/** While `npm start` runs, the command line uses its settings, as far as the environment has no others. */
function settingsOfNpmStart(): Record<string, string | undefined> {
  try {
    return JSON.parse(readFileSync(new URL('../../.data/start-settings.json', import.meta.url), 'utf8'));
  } catch {
    return {};
  }
}

function unreachable(error: Error): never {
  throw new InputError(`Redis cannot be reached (REDIS_URL): ${error.message}`);
}

function find(args: readonly string[]): Command | ClientCommand | undefined {
  return commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word));
}

async function main(args: readonly string[]): Promise<number> {
  if (args.length === 0) throw new UsageError('Missing command.');
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(usage());
    return 0;
  }
  const command = find(args);
  if (!command) throw new UsageError(`There is no command "${args.slice(0, 2).join(' ')}".`);
  const rest = args.slice(command.name.split(' ').length).filter((arg) => arg !== '--json');
  if ('runAsClient' in command) return command.runAsClient(rest);
  const config = loadConfig(settingsOfNpmStart());
  const redis = connectForRequests(config.redisUrl, 'trib-cli');
  const queueRedis =
    config.queueRedisUrl === config.redisUrl ? redis : connectForRequests(config.queueRedisUrl, 'trib-cli-queue');
  const context: CommandContext = { config, redis, queueRedis, json: args.includes('--json') };
  try {
    if (command.needsRedis) await whenReady(redis).catch(unreachable);
    return await command.run(rest, context);
  } finally {
    redis.disconnect();
    queueRedis.disconnect();
  }
}

// The reader has seen enough: `tributary doctor | head -1`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = 1;
  if (error instanceof UsageError) process.stderr.write(`${error.message}\n\n${usage()}`);
  else if (error instanceof ConfigError) process.stderr.write(`Invalid settings:\n${error.message}\n`);
  else if (error instanceof InputError || isRedisOutage(error) || (error as Error).name === 'ReplyError')
    process.stderr.write(`${(error as Error).message}\n`);
  else throw error;
}
