import type { OAuthClient } from './client.ts';
import { askedScopes, type ConnectorScope, isResource, type OAuthServer } from './oauth-server.ts';
import { matchesRedirect } from './redirect-address.ts';

/** The parameters of a request as they were sent: a repeated one is a list. */
export type Parameters = Readonly<Record<string, unknown>>;

/** A request for access that is in order. */
export interface AuthorizationRequest {
  client: OAuthClient;
  redirect: string;
  /** Given back to the client as it was; undefined if there was none. */
  state?: string | undefined;
  /** SHA-256 of what the client will show with the code (PKCE). */
  challenge: string;
  scopes: ConnectorScope[];
}

/** A refusal that the client is told of, by a redirect to it. */
export interface RefusedRequest {
  error: string;
  description: string;
}

/** One parameter; undefined if it is missing, empty or repeated. */
export function parameter(given: Parameters, name: string): string | undefined {
  const value = given[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Where the answer to a request goes; null if the client has not named that address, so that nobody may be sent there. */
export function redirectOf(given: Parameters, client: OAuthClient): string | null {
  const redirect = parameter(given, 'redirect_uri');
  return redirect !== undefined && matchesRedirect(redirect, client.redirects) ? redirect : null;
}

const CHALLENGE = /^[\w-]{43}$/;
const MAX_STATE_CHARS = 2_000;
const SINGLE = ['response_type', 'state', 'scope', 'code_challenge', 'code_challenge_method', 'prompt', 'client_id'];

/** Reads a request whose client and address are known. */
export function readRequest(
  given: Parameters,
  client: OAuthClient,
  redirect: string,
  server: OAuthServer,
): AuthorizationRequest | RefusedRequest {
  const refused = (error: string, description: string) => ({ error, description });
  const repeated = SINGLE.find((name) => Array.isArray(given[name]));
  if (repeated) return refused('invalid_request', `${repeated} is repeated.`);
  if (given.request !== undefined) return refused('request_not_supported', 'Send plain parameters.');
  if (given.request_uri !== undefined) return refused('request_uri_not_supported', 'Send plain parameters.');
  if (parameter(given, 'response_type') !== 'code') return refused('unsupported_response_type', 'Use code.');
  if ((parameter(given, 'response_mode') ?? 'query') !== 'query') return refused('invalid_request', 'Use query.');
  const resources = [given.resource ?? []].flat();
  if (!resources.every((one) => isResource(server, String(one)))) {
    return refused('invalid_target', `The only resource here is ${server.resource}.`);
  }
  const challenge = parameter(given, 'code_challenge') ?? '';
  if (parameter(given, 'code_challenge_method') !== 'S256' || !CHALLENGE.test(challenge)) {
    return refused('invalid_request', 'PKCE is required: send code_challenge with code_challenge_method=S256.');
  }
  if (parameter(given, 'prompt')?.split(' ').includes('none')) {
    return refused('consent_required', 'A person has to agree.');
  }
  const state = parameter(given, 'state');
  if ((state?.length ?? 0) > MAX_STATE_CHARS) return refused('invalid_request', 'state is too long.');
  // The others do not matter any more, and could be as long as twenty addresses.
  const chosen = { ...client, redirects: [redirect] };
  return { client: chosen, redirect, state, challenge, scopes: askedScopes(parameter(given, 'scope') ?? '') };
}

/** The address that an answer is sent to. Every answer says which server it is from (RFC 9207), errors too. */
export function answerAddress(
  { redirect, state }: Pick<AuthorizationRequest, 'redirect' | 'state'>,
  { issuer }: OAuthServer,
  answer: Readonly<Record<string, string>>,
): URL {
  const url = new URL(redirect);
  for (const [name, value] of Object.entries(answer)) url.searchParams.append(name, value);
  if (state !== undefined) url.searchParams.append('state', state);
  url.searchParams.append('iss', issuer);
  return url;
}
