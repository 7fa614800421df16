import type { FastifyReply, FastifyRequest } from 'fastify';
import { endAccessToken, revokeGrant } from '../../lib/oauth/grant-store.ts';
import { parseAccessToken, parseRefreshToken } from '../../lib/oauth/tokens.ts';
import type { Services } from '../services.ts';
import { connectorSource, limitRequests } from './connector-request.ts';
import { formIn, required } from './token.ts';

/**
 * The revocation endpoint (RFC 7009). A refresh token ends the grant and revokes its key; an access token ends alone. A
 * token that is not known has ended already.
 */
export async function revoke(request: FastifyRequest, reply: FastifyReply, services: Services): Promise<unknown> {
  await limitRequests(request, services, 'token');
  const token = required(formIn(request), 'token');
  const access = parseAccessToken(token);
  const from = connectorSource(request, services);
  if (access) await endAccessToken(services.records, access, from);
  const refresh = parseRefreshToken(token);
  if (refresh) await revokeGrant(services.records, refresh, from);
  return reply.code(200).send();
}
