import { z } from 'zod';
import { type Actor, allowAdministration, NotAllowedError } from '../keys/authority.ts';
import { limitChanges, storedLimitFields } from '../limits/limit-changes.ts';
import type { Redis } from '../redis/redis.ts';
import { type Account, type AccountWrite, InputError, requireUser, writeAccount } from './account-store.ts';
import type { WaysIn } from './ways-in.ts';

/** What an administrator can set on an account. What is absent stays as it is; a limit that is null inherits again. */
export const accountChanges = z.strictObject({
  admin: z.boolean().optional().describe('Whether it is an administrator.'),
  disabled: z.boolean().optional().describe('Whether its keys and sessions are refused.'),
  limits: limitChanges.optional().describe('The limits of all of its keys together.'),
});
export type AccountChanges = z.infer<typeof accountChanges>;

/**
 * Changes an account, from its next request on. The limits hold for all of its keys together. The operator may disable any
 * account, others neither their own nor the last administrator. With `basedOn`, throws a ChangedMeanwhileError if somebody
 * else was faster.
 */
export async function changeAccount(
  redis: Redis,
  actor: Actor,
  name: string,
  { admin, disabled, limits = {} }: AccountChanges,
  basedOn?: AccountWrite['basedOn'],
  ways: WaysIn | boolean = true,
): Promise<Account> {
  allowAdministration(actor);
  const { username, kind } = await requireUser(redis, name);
  if (disabled && username === actor.username) throw new InputError('You cannot disable your own account.');
  if (admin && kind === 'team') throw new InputError(`${username} is a team, which cannot be an administrator.`);
  if (admin && actor.proof === 'key') {
    throw new NotAllowedError('A key makes nobody an administrator: use the pages or the command line.');
  }
  const fields: Record<string, string | undefined> = {
    admin: switched(admin),
    disabled: switched(disabled),
    ...storedLimitFields(limits),
  };
  const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const how = { keepsAdministrator: actor.source.via !== 'command line' && ways, basedOn };
  return writeAccount(redis, actor.source, username, Object.fromEntries(given), how);
}

function switched(on: boolean | undefined): string | undefined {
  return on === undefined ? undefined : on ? '1' : '';
}
