import type { AuditSource } from '../../lib/audit/audit-entry.ts';
import { loggedAddress } from '../../lib/net/logged-address.ts';
import type { PageContext } from './page-route.ts';

/** Who acts on a page, for the audit log; `account` is who is signed in, unless it is given. */
export function pageSource(
  { request, services, session }: Pick<PageContext<unknown>, 'request' | 'services' | 'session'>,
  account = session?.username ?? '',
): AuditSource {
  return {
    via: 'page',
    account,
    address: loggedAddress(request.ip, services.config.logAddresses),
    program: request.headers['user-agent']?.slice(0, 200),
    request: request.id,
  };
}
