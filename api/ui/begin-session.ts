import type { Account } from '../../lib/accounts/account-store.ts';
import { browserName } from '../../lib/accounts/browser-name.ts';
import { knownDevice, newDeviceToken } from '../../lib/accounts/known-device.ts';
import { type SessionStart, startSession } from '../../lib/accounts/session-store.ts';
import { noteDevice } from '../../lib/alerts/alert-store.ts';
import { addressPrefix } from '../../lib/net/network.ts';
import { readDeviceCookie, setDeviceCookie } from './device-cookie.ts';
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
  await noteSignIn(context, account);
  setSessionCookie(request, reply, token);
  if (deviceToken === null) return;
  setDeviceCookie(request, reply, deviceToken ?? newDeviceToken(await services.secret.load(), account));
}

/** Notes the device, so that its person hears of a new one. A sign-in does not fail for it. */
async function noteSignIn(
  { services, request }: PageContext<unknown>,
  account: Pick<Account, 'username' | 'generation'>,
): Promise<void> {
  const { username } = account;
  const name = browserName(request.headers['user-agent']);
  const network = addressPrefix(request.ip);
  try {
    const signer = await services.secret.load();
    const fingerprint = signer.fingerprint(JSON.stringify(['device', username, name.browser, name.system, network]));
    const isKnown = knownDevice(signer, account, readDeviceCookie(request)) !== null;
    await noteDevice(services.redis, { username, fingerprint, isKnown, facts: { ...name, network } });
  } catch (error) {
    services.errors.unlessAway('note a device')(error);
  }
}
