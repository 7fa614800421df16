import type { FastifyReply, FastifyRequest } from 'fastify';
import { newFlowToken } from '../../lib/sso/flows.ts';
import { cookieAttributes } from './cookie-attributes.ts';
import { sessionCookieName } from './session-cookie.ts';

const KEPT_S = 600;

/** Named after the session cookie, so that it has the same prefix over HTTPS. */
function ssoCookieName(request: FastifyRequest): string {
  return `${sessionCookieName(request)}_sso`;
}

/** The token of a browser that has begun a sign-in at the provider; empty if it has not. */
export function readSsoCookie(request: FastifyRequest): string {
  return request.cookies[ssoCookieName(request)] ?? '';
}

/**
 * The token of a browser that begins a sign-in. Two tabs share it. Browsers send it along when the provider leads the
 * person back, because that is a link: it is `lax`.
 */
export function keepSsoCookie(request: FastifyRequest, reply: FastifyReply): string {
  const known = readSsoCookie(request);
  const token = /^[\w-]{43}$/.test(known) ? known : newFlowToken();
  reply.setCookie(ssoCookieName(request), token, { ...cookieAttributes(request), maxAge: KEPT_S });
  return token;
}
