import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieAttributes } from './cookie-attributes.ts';
import { sessionCookieName } from './session-cookie.ts';

const KEPT_S = 365 * 86_400;

/** Named after the session cookie, so that it has the same prefix over HTTPS. */
function deviceCookieName(request: FastifyRequest): string {
  return `${sessionCookieName(request)}_device`;
}

/** Reads the token that an earlier sign-in left in this browser; empty if there is none. */
export function readDeviceCookie(request: FastifyRequest): string {
  return request.cookies[deviceCookieName(request)] ?? '';
}

/** Stores the device's token in the visitor's cookie. Signing out keeps it. */
export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(deviceCookieName(request), token, { ...cookieAttributes(request), maxAge: KEPT_S });
}
