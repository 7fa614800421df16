import { hostname, userInfo } from 'node:os';
import { InputError } from '../lib/accounts/account-store.ts';
import { ConfigError, readConfig } from '../lib/config/config.ts';
import { mergedSettings, type SettingSources } from '../lib/config/setting-sources.ts';
import { checkDataVersion } from '../lib/data/data-version.ts';
import { FieldError, operator } from '../lib/keys/authority.ts';
import { connectForRequests, isRedisOutage, whenReady } from '../lib/redis/redis.ts';
import { VERSION } from '../lib/version.ts';
import {
  type ClientCommand,
  type Command,
  type CommandContext,
  type SettingsCommand,
  type Terminal,
  UsageError,
} from './command.ts';
import { auditCommand } from './commands/audit.ts';
import { backupCommands } from './commands/backup.ts';
import { configCommands } from './commands/config.ts';
import { doctor } from './commands/doctor.ts';
import { engineCommands } from './commands/engine.ts';
import { keyCommands } from './commands/key.ts';
import { optionOf } from './commands/key-options.ts';
import { mcpCommand } from './commands/mcp.ts';
import { startCommand } from './commands/start.ts';
import { statusCommand } from './commands/status.ts';
import { teamCommands } from './commands/team.ts';
import { userCommands } from './commands/user.ts';
import { userAccessCommands } from './commands/user-access.ts';
import { resetFactorsCommand } from './commands/user-factors.ts';

type AnyCommand = Command | ClientCommand | SettingsCommand;

/** The commands of `tributary`. Results go to standard output, errors to standard error; the exit code is 0 or 1. */
const commands: readonly AnyCommand[] = [
  ...userCommands,
  ...userAccessCommands,
  resetFactorsCommand,
  ...teamCommands,
  ...keyCommands,
  auditCommand,
  statusCommand,
  ...engineCommands,
  doctor,
  ...configCommands,
  ...backupCommands,
  startCommand,
  mcpCommand,
];

function usage(): string {
  return `Usage: tributary <command> [--json]\n\n${listOf(commands)}\n`;
}

/** The commands, one per line, each with what it does. */
function listOf(some: readonly Pick<Command, 'usage' | 'summary'>[]): string {
  const width = Math.max(...some.map(({ usage: line }) => line.length));
  return some.map(({ usage: line, summary }) => `  ${line.padEnd(width)}  ${summary}`).join('\n');
}

/** The help of a command, of all that begin with a word, or of all. */
function help(args: readonly string[]): string {
  const command = find(args);
  if (command) {
    const options = 'options' in command ? (command.options ?? []).map((line) => `  ${line}\n`) : [];
    return `Usage: tributary ${command.usage} [--json]\n\n${command.summary}\n${options.length > 0 ? '\n' : ''}${options.join('')}`;
  }
  const group = commands.filter(({ name }) => name.split(' ')[0] === args[0]);
  return group.length > 0 ? `Usage: tributary ${args[0]} <command> [--json]\n\n${listOf(group)}\n` : usage();
}

function unreachable(error: Error): never {
  throw new InputError(`Redis cannot be reached (REDIS_URL): ${error.message}`);
}

function find(args: readonly string[]): AnyCommand | undefined {
  return commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word));
}

/** Runs one command with the settings of `sources`, and returns its exit code. */
export async function runCommandLine(
  args: readonly string[],
  terminal: Terminal,
  sources: () => SettingSources,
): Promise<number> {
  try {
    return await run(args, terminal, sources);
  } catch (error) {
    terminal.writeError(explain(error));
    return 1;
  }
}

async function run(args: readonly string[], terminal: Terminal, sources: () => SettingSources): Promise<number> {
  if (args.length === 0) throw new UsageError('Missing command.');
  if (args.includes('--help') || args.includes('-h')) {
    terminal.write(help(args));
    return 0;
  }
  if (args[0] === '--version' || args[0] === '-v') {
    terminal.write(`${VERSION}\n`);
    return 0;
  }
  const command = find(args);
  if (!command) throw new UsageError(`Unknown command "${args.slice(0, 2).join(' ')}".`);
  const rest = args.slice(command.name.split(' ').length).filter((arg) => arg !== '--json');
  if ('runAsClient' in command) return command.runAsClient(rest);
  const json = args.includes('--json');
  if ('runWithSources' in command) return command.runWithSources(rest, { terminal, sources: sources(), json });
  const config = readConfig(mergedSettings(sources()));
  const redis = connectForRequests(config.redis, 'trib-cli', config.redisWaitReplicas);
  const queueRedis =
    config.queueRedis === config.redis ? redis : connectForRequests(config.queueRedis, 'trib-cli-queue');
  const by = operator({ via: 'command line', account: systemUser(), address: hostname() });
  const context: CommandContext = { terminal, config, redis, queueRedis, json, operator: by };
  try {
    if (command.needsRedis) {
      await whenReady(redis).catch(unreachable);
      await checkDataVersion(redis);
    }
    return await command.run(rest, context);
  } finally {
    redis.disconnect();
    queueRedis.disconnect();
  }
}

/** Who runs the command. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run with a user that has no name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** What the person is told about an error that they can do something about; throws any other. */
function explain(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${usage()}`;
  if (error instanceof ConfigError) return `Invalid settings:\n${error.message}\n`;
  if (error instanceof FieldError) return `${optionOf(error.field.split('.'))}: ${error.message}\n`;
  if ((error as Error).message.startsWith('MOVED '))
    return 'Redis is part of a cluster: use a redis+cluster:// address.\n';
  if (error instanceof InputError || isRedisOutage(error) || (error as Error).name === 'ReplyError') {
    return `${(error as Error).message}\n`;
  }
  throw error;
}
