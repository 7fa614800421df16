import { type EventName, logEvent } from '../../lib/events.ts';
import { loggedAddress } from '../../lib/net/logged-address.ts';
import type { PageContext } from './page-route.ts';

/** Logs what a visitor did; `actor` is who is signed in, unless it is given. */
export function logPageEvent(
  { request, services, session }: Pick<PageContext<unknown>, 'request' | 'services' | 'session'>,
  event: EventName,
  target: string | undefined,
  actor = session?.username,
): void {
  const address = loggedAddress(request.ip, services.config.logAddresses);
  logEvent(services.log, { event, actor, target, address, reqId: request.id });
}
