import { readFile } from 'node:fs/promises';
import { InputError } from '../../lib/accounts/account-store.ts';
import type { Outcome } from '../../lib/outcome.ts';
import type { PageReading } from '../../lib/pages/read-operation.ts';
import { buildRoster } from '../../lib/providers/roster.ts';
import { RedisClock } from '../../lib/redis/redis-clock.ts';
import { isRulesAddress, rulesInput, rulesTextIn } from '../../lib/rules/import.ts';
import { InvalidRules } from '../../lib/rules/parse.ts';
import { ownRules, type RulesOwner, setRules } from '../../lib/rules/stored-rules.ts';
import { type Command, type CommandContext, parse, print, printJson } from '../command.ts';
import { errorsOn } from './command-secret.ts';
import { callThroughQueue } from './queued-call.ts';

/** A command that shows or replaces the rules for sites of an owner. */
export function rulesCommand(
  about: Pick<Command, 'name' | 'usage' | 'summary'>,
  ownerIn: (given: string, context: CommandContext) => Promise<RulesOwner>,
): Command {
  return {
    ...about,
    needsRedis: true,
    async run(args, context) {
      const { redis, terminal, json } = context;
      const positions = args.length > 1 ? ['OWNER', 'LIST'] : ['OWNER'];
      const [given = '', list] = parse(args, positions).positionals;
      const owner = await ownerIn(given, context);
      if (list !== undefined) await replace(owner, list, context);
      const { text = '', address = '' } = (await ownRules(redis, owner)) ?? {};
      if (json) printJson(terminal, { ...owner, address, rules: text });
      else if (list === undefined) terminal.write(text === '' ? '' : `${text.trimEnd()}\n`);
      else print(terminal, text === '' ? `removed the rules of ${given}` : `set the rules of ${given}`);
      return 0;
    },
  };
}

async function replace(owner: RulesOwner, list: string, context: CommandContext): Promise<void> {
  const address = isRulesAddress(list) ? list : '';
  try {
    await setRules(context.redis, context.operator.source, owner, { text: await textOf(list, context), address });
  } catch (error) {
    if (error instanceof InvalidRules) throw new InputError(error.problems.join('\n'));
    throw error;
  }
}

/** The text of a list: that of standard input, of an address, or of a file. */
async function textOf(list: string, context: CommandContext): Promise<string> {
  const { terminal, config, redis, queueRedis } = context;
  if (list === '-') return (await terminal.readInput()).toString('utf8');
  if (!isRulesAddress(list)) {
    return readFile(list, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new InputError(`The file ${list} cannot be read (${error.code}).`);
    });
  }
  const { pages } = buildRoster(config);
  if (!pages) throw new InputError('Reading pages is switched off on this instance (EXTRACT=off).');
  const clock = new RedisClock(redis);
  await clock.read();
  const calling = { config, redis, queueRedis, clock, errors: errorsOn(context) };
  const read = await callThroughQueue(pages, 'read', rulesInput(list), calling);
  // A worker of this instance has checked it.
  return rulesTextIn(read as Outcome<PageReading>);
}
