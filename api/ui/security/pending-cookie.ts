import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieAttributes } from '../cookie-attributes.ts';
import { sessionCookieName } from '../session-cookie.ts';

/** Named after the session cookie, so that it has the same prefix over HTTPS. */
const nameFor = (request: FastifyRequest) => `${sessionCookieName(request)}_factor`;

/** Reads the token of a sign-in that waits for its second factor; empty if there is none. */
export function readPendingCookie(request: FastifyRequest): string {
  return request.cookies[nameFor(request)] ?? '';
}

/** Stores the token until the browser is closed; Redis forgets it sooner. */
export function setPendingCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(nameFor(request), token, cookieAttributes(request));
}

/** Removes the cookie. */
export function clearPendingCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(nameFor(request), cookieAttributes(request));
}
