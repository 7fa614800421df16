import { readFile } from 'node:fs/promises';
import { hasUsers, InputError } from '../../lib/accounts/account-store.ts';
import { writeEntry } from '../../lib/audit/audit-entry.ts';
import { DATA_VERSION, markDataVersion, NewerDataError } from '../../lib/data/data-version.ts';
import { readKept, writeKept } from '../../lib/data/kept-data.ts';
import { type Backup, readBackup, type StoredRecord } from '../../lib/data/kept-records.ts';
import { MIN_PASSPHRASE, openFile, sealFile } from '../../lib/data/sealed-file.ts';
import { connectForBulk, type Redis, whenReady } from '../../lib/redis/redis.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { VERSION } from '../../lib/version.ts';
import {
  type Arguments,
  type Command,
  type CommandContext,
  lineOf,
  parse,
  print,
  printJson,
  UsageError,
} from '../command.ts';
import { fileOf, fileProblem, isFolder, keepNewest, saveFile } from './backup-file.ts';

/** In place of a file: standard output, and to restore, standard input after the line of the passphrase. */
const STREAM = '-';

const backup: Command = {
  name: 'backup',
  usage: 'backup FILE|FOLDER/|- [--keep N] [--passphrase-file FILE]',
  summary:
    'Save accounts, keys and usage, encrypted with a passphrase from standard input; --keep N keeps only the newest N.',
  needsRedis: true,
  async run(args, context) {
    const { terminal } = context;
    const given = parse(args, ['FILE'], { text: ['keep', 'passphrase-file'] });
    const [target = ''] = given.positionals;
    const keep = countOf(given.text('keep'), target);
    const passphrase = passphraseIn(await passphraseFile(given, terminal.readInput));
    const kept = await inBulk(context, async (redis) => {
      await markDataVersion(redis);
      // Before the backup, which then has it as well.
      await writeEntry(redis, context.operator.source, { action: 'backup made', target });
      return readKept(redis);
    });
    const now = new Date();
    const content: Backup = {
      tributary: VERSION,
      dataVersion: DATA_VERSION,
      createdAt: now.toISOString(),
      records: kept,
    };
    const text = JSON.stringify(content);
    const sealed = await sealFile(text, passphrase);
    const check = (read: Buffer) => expectRestorable(read, passphrase, text);
    if (target === STREAM) {
      await check(sealed);
      terminal.write(sealed);
      report({ ...context, terminal: { ...terminal, write: terminal.writeError } }, 'saved', kept);
      return 0;
    }
    await saveFile(fileOf(target, now), sealed, check);
    if (keep !== null) await keepNewest(target, keep);
    report(context, 'saved', kept);
    return 0;
  },
};

function countOf(text: string | undefined, target: string): number | null {
  if (text === undefined) return null;
  if (!isFolder(target)) throw new UsageError('--keep requires a folder; end its path with a slash.');
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError('--keep requires the number of backups to keep.');
  return Number(text);
}

/** What the passphrase is read from: the file that is named, or else standard input. */
async function passphraseFile(given: Arguments, readInput: () => Promise<Buffer>): Promise<Buffer> {
  const name = given.text('passphrase-file');
  return name === undefined ? readInput() : readFile(name).catch(fileProblem);
}

/** Reads a backup as `restore` does; throws an InputError if it is not what was saved. */
async function expectRestorable(sealed: Buffer, passphrase: string, text: string): Promise<void> {
  try {
    const opened = await openFile(sealed, passphrase);
    if (opened !== text) throw new InputError('Its contents differ from what was saved.');
    readBackup(opened);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`The file cannot be read back: ${error.message}`);
  }
}

/** Runs work on a connection that is given more time than those of other commands. */
async function inBulk<T>({ config }: CommandContext, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = connectForBulk(config.redis, 'trib-cli-bulk', config.redisWaitReplicas);
  try {
    await whenReady(redis);
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

const restore: Command = {
  name: 'restore',
  usage: 'restore FILE|- [--passphrase-file FILE]',
  summary: 'Restore a backup into a Redis without accounts; reads the passphrase from standard input.',
  needsRedis: true,
  async run(args, context) {
    const given = parse(args, ['FILE'], { text: ['passphrase-file'] });
    const [file = ''] = given.positionals;
    const ofPassphrase = await passphraseFile(given, context.terminal.readInput);
    const fromStream = file === STREAM && given.text('passphrase-file') === undefined;
    const end = fromStream ? ofPassphrase.indexOf('\n') + 1 : ofPassphrase.length;
    const passphrase = passphraseIn(ofPassphrase.subarray(0, end));
    const sealed = await (fromStream ? ofPassphrase.subarray(end) : read(file, context));
    const text = await openFile(sealed, passphrase);
    const { dataVersion, records: kept } = readBackup(text);
    if (dataVersion > DATA_VERSION) throw new NewerDataError(dataVersion);
    if (await hasUsers(context.redis)) {
      throw new InputError('This Redis already has accounts. Restore into an empty one.');
    }
    await inBulk(context, async (redis) => {
      await redis.set(redisKeys.dataVersion, dataVersion);
      await writeKept(redis, context.operator.source, kept);
      await markDataVersion(redis);
    });
    report(context, 'restored', kept);
    // Those of crawls, and addresses that nobody has confirmed, end by themselves.
    const alerted = kept.filter(
      ({ key, expiresAt }) => key.startsWith(redisKeys.webhook('')) && expiresAt === null,
    ).length;
    if (alerted > 0 && !context.json) {
      print(context.terminal, `addresses that get alerts: ${alerted} (pause or delete them if this is a copy)`);
    }
    return 0;
  },
};

function read(file: string, { terminal }: CommandContext): Promise<Buffer> {
  return file === STREAM ? terminal.readInput() : readFile(file).catch(fileProblem);
}

function passphraseIn(input: Buffer): string {
  const passphrase = lineOf(input);
  if (passphrase.length < MIN_PASSPHRASE) {
    throw new InputError(`Give a passphrase of at least ${MIN_PASSPHRASE} characters on standard input.`);
  }
  return passphrase;
}

function report({ terminal, json }: CommandContext, done: string, kept: readonly StoredRecord[]): void {
  const count = (prefix: string) => kept.filter(({ key }) => key.startsWith(prefix)).length;
  const counts = { accounts: count(redisKeys.user('')), keys: count(redisKeys.apiKey('')), records: kept.length };
  if (json) printJson(terminal, counts);
  else print(terminal, `${done} ${counts.accounts} accounts and ${counts.keys} keys`);
}

export const backupCommands = [backup, restore];
