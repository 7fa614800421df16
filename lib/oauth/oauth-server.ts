import type { Config } from '../config/config.ts';
import type { Scope } from '../keys/scopes.ts';
import { isLoopback } from '../net/loopback.ts';

/**
 * The OAuth 2.1 authorization server of this instance, for one resource: `/mcp`. A person's consent makes a key of their
 * account; a program reaches that key through tokens. This folder has its rules and its records, `api/oauth` its routes.
 */
export interface OAuthServer {
  /** The name of this server, without a slash at the end; the same text in every document and answer. */
  issuer: string;
  /** The address that people give to a program. */
  resource: string;
  /** The path of `PUBLIC_URL`; empty at the root. */
  basePath: string;
  /** Whether workers fetch the metadata documents of clients. */
  readsDocuments: boolean;
}

/** What a program may be allowed to do: the scopes of the tools of `/mcp`. */
export const connectorScopes = ['search', 'read', 'answers', 'maps', 'translate'] as const satisfies readonly Scope[];
/** A scope that a program may be given. */
export type ConnectorScope = (typeof connectorScopes)[number];

/** Clients ask for it to get a refresh token; here they always get one. */
export const OFFLINE_ACCESS = 'offline_access';

/**
 * The authorization server; null without a `PUBLIC_URL` that programs trust (https, or http on this machine), and without
 * MCP. Addresses never follow from a request: its `Host` may be anybody's word.
 */
export function oauthServer(config: Pick<Config, 'publicUrl' | 'basePath' | 'compat' | 'extract'>): OAuthServer | null {
  const { publicUrl, basePath, compat, extract } = config;
  if (publicUrl === '' || !compat.includes('mcp')) return null;
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol !== 'https:' && !isLoopback(hostname)) return null;
  return { issuer: publicUrl, resource: `${publicUrl}/mcp`, basePath, readsDocuments: extract.enabled };
}

/** Whether a client means this resource, which people write with and without a slash at the end. */
export function isResource({ resource }: OAuthServer, given: string): boolean {
  return given === resource || given === `${resource}/`;
}

/** The scopes that a client asks for; all of them if it names none that there is. */
export function askedScopes(text: string): ConnectorScope[] {
  const named = text.split(' ');
  const known = connectorScopes.filter((scope) => named.includes(scope));
  return known.length > 0 ? known : [...connectorScopes];
}
