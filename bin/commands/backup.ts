import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { hasUsers, InputError } from '../../lib/accounts/account-store.ts';
import { DATA_VERSION, migrateData, NewerDataError } from '../../lib/data/data-version.ts';
import { readKept, records, writeKept } from '../../lib/data/kept-data.ts';
import { MIN_PASSPHRASE, openFile, sealFile } from '../../lib/data/sealed-file.ts';
import { redisKeys } from '../../lib/redis-keys.ts';
import { VERSION } from '../../lib/version.ts';
import { type Command, type CommandContext, lineOf, parse, print, printJson } from '../command.ts';

/** What a backup contains. */
const backupFields = z.object({
  tributary: z.string(),
  dataVersion: z.number().int(),
  createdAt: z.string(),
  records,
});

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
    await migrateData(context.redis);
    const kept = await readKept(context.redis);
    const content: z.infer<typeof backupFields> = {
      tributary: VERSION,
      dataVersion: DATA_VERSION,
      createdAt: new Date().toISOString(),
      records: kept,
    };
    const sealed = await sealFile(JSON.stringify(content), passphrase);
    const { terminal } = context;
    if (file === STREAM) {
      terminal.write(sealed);
      report({ ...context, terminal: { ...terminal, write: terminal.writeError } }, 'saved', kept);
      return 0;
    }
    // `wx`: an older backup is not replaced.
    await writeFile(file, sealed, { mode: 0o600, flag: 'wx' }).catch(fileProblem);
    report(context, 'saved', kept);
    return 0;
  },
};

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
    const { dataVersion, records: kept } = backupFields.parse(JSON.parse(text));
    if (dataVersion > DATA_VERSION) throw new NewerDataError(dataVersion);
    if (await hasUsers(context.redis)) {
      throw new InputError('This Redis has accounts already. Restore into an empty one.');
    }
    await context.redis.set(redisKeys.dataVersion, dataVersion);
    await writeKept(context.redis, kept);
    await migrateData(context.redis);
    await context.record('backup restored');
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
