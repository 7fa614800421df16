import { InputError } from '../../../lib/accounts/account-store.ts';
import { type Actor, NotAllowedError, NotFoundError, personActor } from '../../../lib/keys/authority.ts';
import { parsePrefix } from '../../../lib/keys/key-format.ts';
import type { KeyRecord } from '../../../lib/keys/key-record.ts';
import { findKey } from '../../../lib/keys/manage-keys.ts';
import { PageError } from '../page-error.ts';
import { type PageContext, signedIn } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import type { Texts } from '../texts/en.ts';

/** The visitor, with what they may do. */
export function actorIn(context: PageContext<unknown>): Promise<Actor> {
  return personActor(context.services.redis, signedIn(context).username, pageSource(context));
}

/** The key in the address, if the visitor may see it. Any other key gets the same 404 as an unknown one. */
export async function keyIn(context: PageContext<unknown>, actor: Actor): Promise<KeyRecord> {
  const { prefix: given } = context.request.params as { prefix: string };
  const prefix = parsePrefix(given);
  if (prefix === null) throw new PageError(404, ({ noKey }) => noKey);
  return orPageError(findKey(context.services.redis, actor, prefix), ({ noKey }) => noKey);
}

/** What is asked for; a page with 404 if there is no such thing, and with 403 if the visitor may not do this. */
export async function orPageError<T>(work: Promise<T>, noSuch: (texts: Texts['errors']) => string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NotFoundError) throw new PageError(404, noSuch);
    if (error instanceof NotAllowedError) throw new PageError(403, ({ notAllowed }) => notAllowed);
    throw error;
  }
}

/** What was refused, for the form that was sent; throws any other error. */
export function refusalIn(error: unknown): InputError {
  if (error instanceof NotAllowedError) throw new PageError(403, ({ notAllowed }) => notAllowed);
  if (error instanceof InputError) return error;
  throw error;
}
