import type { Account } from '../../lib/accounts/account-store.ts';
import { newDeviceToken } from '../../lib/accounts/known-device.ts';
import { startSession } from '../../lib/accounts/session-store.ts';
import { setDeviceCookie } from './device-cookie.ts';
import { PageError } from './page-error.ts';
import type { PageContext } from './page-route.ts';
import { pageSource } from './page-source.ts';
import { setSessionCookie } from './session-cookie.ts';

/**
 * Signs a person in: always with a new session, so that a session cookie planted in the browser is of no use. The account
 * knows this browser by `deviceToken`, or by a new one. Throws a 409 if the account has been deleted, disabled or given
 * another password since it was read.
 */
export async function beginSession(
  context: PageContext<unknown>,
  account: Pick<Account, 'username' | 'generation'>,
  deviceToken?: string,
): Promise<void> {
  const { services, request, reply } = context;
  const start = { source: pageSource(context), life: services.config.sessionLife };
  const token = await startSession(services.records, account, start);
  if (token === null) throw new PageError(409, ({ accountChanged }) => accountChanged);
  setSessionCookie(request, reply, token);
  setDeviceCookie(request, reply, deviceToken ?? newDeviceToken(await services.secret.load(), account));
}
