import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionCookie } from './session-cookie.ts';

const KEPT_S = 365 * 86_400;

/** Named after the session cookie, so that it has the same prefix over HTTPS. */
function deviceCookie(request: FastifyRequest): { name: string; secure: boolean } {
  const { name, secure } = sessionCookie(request);
  return { name: `${name}_device`, secure };
}

/** Reads the token that an earlier sign-in left in this browser; empty if there is none. */
export function readDeviceCookie(request: FastifyRequest): string {
  return request.cookies[deviceCookie(request).name] ?? '';
}

/** Stores the device's token in the visitor's cookie. Signing out keeps it. */
export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const { name, secure } = deviceCookie(request);
  reply.setCookie(name, token, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: KEPT_S });
}
