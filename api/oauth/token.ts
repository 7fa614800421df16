import type { FastifyRequest } from 'fastify';
import { type Parameters, parameter } from '../../lib/oauth/authorization-request.ts';
import { isDocumentAddress } from '../../lib/oauth/client.ts';
import { readClient } from '../../lib/oauth/client-store.ts';
import { exchangeCode, type NoTokens, refreshTokens, type Tokens } from '../../lib/oauth/grant-store.ts';
import { isResource, type OAuthServer } from '../../lib/oauth/oauth-server.ts';
import type { Services } from '../services.ts';
import { connectorSource, limitRequests } from './connector-request.ts';
import { oauthError } from './oauth-error.ts';

const VERIFIER = /^[\w.~-]{43,128}$/;

/** The token endpoint: tokens for a code, or new ones for a refresh token. */
export async function giveTokens(request: FastifyRequest, services: Services, server: OAuthServer): Promise<unknown> {
  await limitRequests(request, services, 'token');
  const given = formIn(request);
  const clientId = required(given, 'client_id');
  const grant = required(given, 'grant_type');
  // A token is for this resource alone, whoever asks.
  if (![given.resource ?? []].flat().every((one) => isResource(server, String(one)))) {
    throw oauthError('invalid_target', `The only resource here is ${server.resource}.`);
  }
  const from = connectorSource(request, services);
  const { records, secret } = services;
  const seals = await secret.loadAll();
  switch (grant) {
    case 'authorization_code': {
      const verifier = required(given, 'code_verifier');
      if (!VERIFIER.test(verifier)) throw oauthError('invalid_request', 'code_verifier is not one.');
      const code = { code: required(given, 'code'), clientId, redirect: required(given, 'redirect_uri'), verifier };
      const answer = await exchangeCode(records, seals, code, from);
      return replyOf(answer, clientId, services);
    }
    case 'refresh_token': {
      const refreshToken = required(given, 'refresh_token');
      const answer = await refreshTokens(records, seals, { refreshToken, clientId }, from);
      return replyOf(answer, clientId, services);
    }
    default:
      throw oauthError('unsupported_grant_type', 'Use authorization_code or refresh_token.');
  }
}

async function replyOf(answer: Tokens | NoTokens, clientId: string, { redis }: Services): Promise<unknown> {
  if ('accessToken' in answer) {
    const { accessToken, refreshToken, expiresInS, scope } = answer;
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: expiresInS,
      refresh_token: refreshToken,
      scope,
    };
  }
  // A program that hears of this registers anew by itself.
  if (!isDocumentAddress(clientId) && !(await readClient(redis, clientId))) {
    throw oauthError('invalid_client', 'There is no such client.');
  }
  throw oauthError('invalid_grant', 'The code or token is not valid, or no longer.');
}

/** The fields of a form. Throws if the body is no form. */
export function formIn({ body, headers }: FastifyRequest): Parameters {
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')) {
    throw oauthError('invalid_request', 'Send a form: application/x-www-form-urlencoded.');
  }
  return (body ?? {}) as Parameters;
}

/** A field that has to be there once. */
export function required(given: Parameters, name: string): string {
  const value = parameter(given, name);
  if (value === undefined) throw oauthError('invalid_request', `${name} is missing, empty or repeated.`);
  return value;
}
