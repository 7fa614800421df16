import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { hasUsers, InputError } from '../../lib/accounts/account-store.ts';
import { DATA_VERSION, migrateData, NewerDataError } from '../../lib/data/data-version.ts';
import { readKept, records, writeKept } from '../../lib/data/kept-data.ts';
import { MIN_PASSPHRASE, openFile, sealFile } from '../../lib/data/sealed-file.ts';
import { redisKeys } from '../../lib/redis-keys.ts';
import { VERSION } from '../../lib/version.ts';
import { type Command, type CommandContext, parse, print, printJson, readPassword } from '../command.ts';

/** What a backup contains. */
const backupFields = z.object({
  tributary: z.string(),
  dataVersion: z.number().int(),
  createdAt: z.string(),
  records,
});

const backup: Command = {
  name: 'backup',
  usage: 'backup FILE',
  summary: 'Save accounts, keys and usage to a file, encrypted with a passphrase from standard input.',
  needsRedis: true,
  async run(args, context) {
    const [file = ''] = parse(args, ['FILE']).positionals;
    const passphrase = await readPassphrase(context);
    await migrateData(context.redis);
    const kept = await readKept(context.redis);
    const content: z.infer<typeof backupFields> = {
      tributary: VERSION,
      dataVersion: DATA_VERSION,
      createdAt: new Date().toISOString(),
      records: kept,
    };
    const sealed = await sealFile(JSON.stringify(content), passphrase);
    // `wx`: an older backup is not replaced.
    await writeFile(file, sealed, { mode: 0o600, flag: 'wx' }).catch(fileProblem);
    report(context, 'saved', kept);
    return 0;
  },
};

const restore: Command = {
  name: 'restore',
  usage: 'restore FILE',
  summary: 'Load a backup into a Redis without accounts; the passphrase comes from standard input.',
  needsRedis: true,
  async run(args, context) {
    const [file = ''] = parse(args, ['FILE']).positionals;
    const passphrase = await readPassphrase(context);
    const text = await openFile(await readFile(file).catch(fileProblem), passphrase);
    const { dataVersion, records: kept } = backupFields.parse(JSON.parse(text));
    if (dataVersion > DATA_VERSION) throw new NewerDataError(dataVersion);
    if (await hasUsers(context.redis)) {
      throw new InputError('This Redis has accounts already. Restore into an empty one.');
    }
    await context.redis.set(redisKeys.dataVersion, dataVersion);
    await writeKept(context.redis, kept);
    await migrateData(context.redis);
    report(context, 'restored', kept);
    return 0;
  },
};

async function readPassphrase({ terminal }: CommandContext): Promise<string> {
  const passphrase = await readPassword(terminal);
  if (passphrase.length < MIN_PASSPHRASE) {
    throw new InputError(`Give a passphrase of at least ${MIN_PASSPHRASE} characters on standard input.`);
  }
  return passphrase;
}

function fileProblem(error: NodeJS.ErrnoException): never {
  throw new InputError(error.code === 'EEXIST' ? 'There is such a file already.' : error.message);
}

function report({ terminal, json }: CommandContext, done: string, kept: z.infer<typeof records>): void {
  const count = (prefix: string) => kept.filter(({ key }) => key.startsWith(prefix)).length;
  const counts = { accounts: count(redisKeys.user('')), keys: count(redisKeys.apiKey('')), records: kept.length };
  if (json) printJson(terminal, counts);
  else print(terminal, `${done} ${counts.accounts} accounts and ${counts.keys} keys`);
}

export const backupCommands = [backup, restore];
