import type { FastifyReply, FastifyRequest } from 'fastify';
import { registration } from '../../lib/oauth/client.ts';
import { registerClient } from '../../lib/oauth/client-store.ts';
import { shownHost } from '../../lib/oauth/redirect-address.ts';
import type { Services } from '../services.ts';
import { connectorSource, limitRequests } from './connector-request.ts';
import { oauthError } from './oauth-error.ts';

/** The registration endpoint (RFC 7591), for clients without a metadata document of their own. */
export async function register(request: FastifyRequest, reply: FastifyReply, services: Services): Promise<unknown> {
  await limitRequests(request, services, 'register');
  const { success, data, error } = registration.safeParse(request.body);
  if (!success) {
    const isRedirect = error.issues.some(({ path }) => path[0] === 'redirect_uris');
    const words = error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; ');
    throw oauthError(isRedirect ? 'invalid_redirect_uri' : 'invalid_client_metadata', words.slice(0, 500));
  }
  const { redirect_uris, client_name = shownHost(redirect_uris[0] as string) } = data;
  const source = connectorSource(request, services);
  const client = await registerClient(services.records, { name: client_name, redirects: redirect_uris }, source);
  const { client_secret: _, ...echoed } = data;
  reply.code(201);
  return {
    ...echoed,
    client_id: client.id,
    client_id_issued_at: Math.floor(Date.now() / 1_000),
    client_name,
    redirect_uris,
    // Whatever it asked for: clients here have no secret.
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
}
