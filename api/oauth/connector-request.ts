import type { FastifyRequest } from 'fastify';
import type { AuditSource } from '../../lib/audit/audit-entry.ts';
import { admitOAuth } from '../../lib/limits/oauth-admission.ts';
import { loggedAddress } from '../../lib/net/logged-address.ts';
import { throttled } from '../plugins/limit-refusals.ts';
import type { Services } from '../services.ts';

/** Limits a program by its address, across processes. Throws a 429 with `Retry-After`. */
export async function limitRequests(
  { ip }: FastifyRequest,
  { redis, secret, metrics }: Services,
  endpoint: 'register' | 'token',
): Promise<void> {
  const waitS = await admitOAuth(redis, secret, endpoint, ip);
  if (waitS === 0) return;
  metrics.countRefusal('rate');
  throw throttled(waitS, 'burst');
}

/** Who asks, for the audit log: a program, whose account is that of its key. */
export function connectorSource({ ip, headers, id }: FastifyRequest, { config }: Services): AuditSource {
  return {
    via: 'connector',
    account: '',
    address: loggedAddress(ip, config.logAddresses),
    program: headers['user-agent']?.slice(0, 200),
    request: id,
  };
}
