import { readFile, rm, writeFile } from 'node:fs/promises';
import { hasUsers, InputError } from '../../lib/accounts/account-store.ts';
import { DATA_VERSION, migrateData, NewerDataError } from '../../lib/data/data-version.ts';
import { readKept, writeKept } from '../../lib/data/kept-data.ts';
import { type Backup, readBackup, type StoredRecord } from '../../lib/data/kept-records.ts';
import { MIN_PASSPHRASE, openFile, sealFile } from '../../lib/data/sealed-file.ts';
import { connectForBulk, type Redis, whenReady } from '../../lib/redis.ts';
import { redisKeys } from '../../lib/redis-keys.ts';
import { VERSION } from '../../lib/version.ts';
import { type Command, type CommandContext, lineOf, parse, print, printJson } from '../command.ts';

/** In place of a file: standard output, and to restore, standard input after the line of the passphrase. */
const STREAM = '-';

const backup: Command = {
  name: 'backup',
  usage: 'backup FILE|-',
  summary: 'Save accounts, keys and usage to a file, encrypted with a passphrase from standard input.',
  needsRedis: true,
  async run(args, context) {
    const { file, input } = await given(args, context);
    const passphrase = passphraseIn(input);
    const kept = await inBulk(context, async (redis) => {
      await migrateData(redis);
      return readKept(redis);
    });
    const content: Backup = {
      tributary: VERSION,
      dataVersion: DATA_VERSION,
      createdAt: new Date().toISOString(),
      records: kept,
    };
    const text = JSON.stringify(content);
    const sealed = await sealFile(text, passphrase);
    const { terminal } = context;
    if (file === STREAM) {
      await expectRestorable(sealed, passphrase, text);
      terminal.write(sealed);
      report({ ...context, terminal: { ...terminal, write: terminal.writeError } }, 'saved', kept);
      return 0;
    }
    try {
      // `wx`: an older backup is not replaced.
      await writeFile(file, sealed, { mode: 0o600, flag: 'wx', flush: true }).catch(fileProblem);
      await expectRestorable(await readFile(file).catch(fileProblem), passphrase, text);
    } catch (error) {
      // Part of a backup is none.
      if (!(error instanceof FileExistsError)) await rm(file, { force: true });
      throw error;
    }
    report(context, 'saved', kept);
    return 0;
  },
};

/** Reads a backup as `restore` does; throws an InputError if it is not what was saved. */
async function expectRestorable(sealed: Buffer, passphrase: string, text: string): Promise<void> {
  try {
    const opened = await openFile(sealed, passphrase);
    if (opened !== text) throw new InputError('It has other contents.');
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
  usage: 'restore FILE|-',
  summary: 'Load a backup into a Redis without accounts; the passphrase comes from standard input.',
  needsRedis: true,
  async run(args, context) {
    const { file, input } = await given(args, context);
    const end = file === STREAM ? input.indexOf('\n') + 1 : input.length;
    const passphrase = passphraseIn(input.subarray(0, end));
    const sealed = file === STREAM ? input.subarray(end) : await readFile(file).catch(fileProblem);
    const text = await openFile(sealed, passphrase);
    const { dataVersion, records: kept } = readBackup(text);
    if (dataVersion > DATA_VERSION) throw new NewerDataError(dataVersion);
    if (await hasUsers(context.redis)) {
      throw new InputError('This Redis has accounts already. Restore into an empty one.');
    }
    await inBulk(context, async (redis) => {
      await redis.set(redisKeys.dataVersion, dataVersion);
      await writeKept(redis, kept);
      await migrateData(redis);
    });
    report(context, 'restored', kept);
    return 0;
  },
};

/** What both commands are given. */
async function given(args: readonly string[], { terminal }: CommandContext): Promise<{ file: string; input: Buffer }> {
  const [file = ''] = parse(args, ['FILE']).positionals;
  return { file, input: await terminal.readInput() };
}

function passphraseIn(input: Buffer): string {
  const passphrase = lineOf(input);
  if (passphrase.length < MIN_PASSPHRASE) {
    throw new InputError(`Give a passphrase of at least ${MIN_PASSPHRASE} characters on standard input.`);
  }
  return passphrase;
}

class FileExistsError extends InputError {}

function fileProblem(error: NodeJS.ErrnoException): never {
  if (error.code === 'EEXIST') throw new FileExistsError('There is such a file already.');
  throw new InputError(error.message);
}

function report({ terminal, json }: CommandContext, done: string, kept: readonly StoredRecord[]): void {
  const count = (prefix: string) => kept.filter(({ key }) => key.startsWith(prefix)).length;
  const counts = { accounts: count(redisKeys.user('')), keys: count(redisKeys.apiKey('')), records: kept.length };
  if (json) printJson(terminal, counts);
  else print(terminal, `${done} ${counts.accounts} accounts and ${counts.keys} keys`);
}

export const backupCommands = [backup, restore];
