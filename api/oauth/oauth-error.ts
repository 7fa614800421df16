import type { FastifyRequest } from 'fastify';
import { ApiError, lineOf } from '../../lib/errors.ts';

/** The codes of errors in OAuth's own format (RFC 6749, 7591, 8707). */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata';

/** A refusal in OAuth's format. */
export function oauthError(error: OAuthErrorCode, description: string): ApiError {
  return new ApiError(error === 'invalid_client' ? 401 : 400, { error, error_description: description });
}

/** Every other error of these routes in the same format: what is too large, too much or not there now. */
export function oauthErrorReply(error: ApiError, _request: FastifyRequest): { status: number; body: unknown } {
  const { status, body } = error;
  if ('error' in body) return { status, body };
  const code = status >= 500 || status === 429 ? 'temporarily_unavailable' : 'invalid_request';
  return { status, body: { error: code, error_description: lineOf(error) } };
}
