import { connectorScopes, type OAuthServer, OFFLINE_ACCESS } from './oauth-server.ts';

const DOCUMENTATION = '/docs';

/** What the resource says about itself (RFC 9728). */
export function resourceDocument({ issuer, resource }: OAuthServer) {
  return {
    resource,
    authorization_servers: [issuer],
    scopes_supported: connectorScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Tributary',
    resource_documentation: `${issuer}${DOCUMENTATION}`,
  };
}

/** What the authorization server says about itself (RFC 8414). */
export function serverDocument({ issuer, readsDocuments }: OAuthServer) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported: [...connectorScopes, OFFLINE_ACCESS],
    client_id_metadata_document_supported: readsDocuments,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${issuer}${DOCUMENTATION}`,
  };
}

const WELL_KNOWN = '/.well-known';
const RESOURCE = `${WELL_KNOWN}/oauth-protected-resource`;

/**
 * The paths of both documents, as routes see them. Below a path, clients ask at the root of the host, with that path at the
 * end, where a proxy may not forward them; so the same documents are also below the path.
 */
export function documentPaths({ basePath }: OAuthServer): { resource: string[]; server: string[] } {
  const ends = [...new Set(['', '/mcp', basePath, `${basePath}/mcp`])];
  const below = (path: string) => ends.map((end) => path + end);
  return {
    resource: below(RESOURCE),
    server: [...below(`${WELL_KNOWN}/oauth-authorization-server`), ...below(`${WELL_KNOWN}/openid-configuration`)],
  };
}

/** Where the 401 of the resource sends programs; below the path of `PUBLIC_URL`, which every proxy forwards. */
function resourceDocumentAddress({ issuer }: OAuthServer): string {
  return `${issuer}${RESOURCE}/mcp`;
}

/** What `WWW-Authenticate` says, after the scheme and the realm, to a program without a token, or with a refused one. */
export function challenge(server: OAuthServer, error?: 'invalid_token' | 'insufficient_scope', scope?: string): string {
  const parts = [
    ...(error ? [`error="${error}"`] : []),
    `resource_metadata="${resourceDocumentAddress(server)}"`,
    `scope="${scope ?? connectorScopes.join(' ')}"`,
  ];
  return parts.join(', ');
}
