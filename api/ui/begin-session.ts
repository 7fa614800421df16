import type { Account } from '../../lib/accounts/account-store.ts';
import { newDeviceToken } from '../../lib/accounts/known-device.ts';
import { startSession } from '../../lib/accounts/session-store.ts';
import type { AuditedAction } from '../../lib/audit/audit-entry.ts';
import { setDeviceCookie } from './device-cookie.ts';
import type { PageContext } from './page-route.ts';
import { pageSource } from './page-source.ts';
import { setSessionCookie } from './session-cookie.ts';

/** What a session begins with, beside its account. */
interface Beginning {
  /** What is recorded of it; null if it is a sign-in of which nothing more is known. */
  action: AuditedAction | null;
  /** The token by which the account knows this browser; a new one if it is absent. */
  deviceToken?: string;
}

/** Signs a person in: always with a new session, so that a session cookie planted in the browser is of no use. */
export async function beginSession(
  context: PageContext<unknown>,
  account: Pick<Account, 'username' | 'generation'>,
  { action, deviceToken }: Beginning,
): Promise<void> {
  const { services, request, reply } = context;
  const source = pageSource(context, account.username);
  const token = await startSession(services.records, account, { source, ...(action && { action }) });
  setSessionCookie(request, reply, token);
  setDeviceCookie(request, reply, deviceToken ?? newDeviceToken(await services.secret.load(), account));
}
