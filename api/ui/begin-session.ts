import type { Account } from '../../lib/accounts/account-store.ts';
import { newDeviceToken } from '../../lib/accounts/known-device.ts';
import { type SessionStart, startSession } from '../../lib/accounts/session-store.ts';
import { setDeviceCookie } from './device-cookie.ts';
import { PageError } from './page-error.ts';
import type { PageContext } from './page-route.ts';
import { pageSource } from './page-source.ts';
import { setSessionCookie } from './session-cookie.ts';

/** What a session begins with, beside its account. */
interface Beginning extends Partial<Omit<SessionStart, 'life'>> {
  /** The token by which the account knows this browser: a new one if it is absent, none if it is null. */
  deviceToken?: string | null | undefined;
}

/**
 * Signs a person in: always with a new session, so that a session cookie planted in the browser is of no use. Throws a 409
 * if the account has been deleted, disabled or given another password since it was read.
 */
export async function beginSession(
  context: PageContext<unknown>,
  account: Pick<Account, 'username' | 'generation'>,
  { deviceToken, ...how }: Beginning = {},
): Promise<void> {
  const { services, request, reply } = context;
  const start = { source: pageSource(context), ...how, life: services.config.sessionLife };
  const token = await startSession(services.records, account, start);
  if (token === null) throw new PageError(409, ({ accountChanged }) => accountChanged);
  setSessionCookie(request, reply, token);
  if (deviceToken === null) return;
  setDeviceCookie(request, reply, deviceToken ?? newDeviceToken(await services.secret.load(), account));
}
