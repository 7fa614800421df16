import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieAttributes } from './cookie-attributes.ts';

/**
 * The session cookie's name. Over HTTPS its `__Host-` prefix binds it to this host and to HTTPS. Browsers accept that
 * prefix only for the path `/`, so below a base path it is `__Secure-`, which binds it to HTTPS.
 */
export function sessionCookieName(request: FastifyRequest): string {
  const { secure, path } = cookieAttributes(request);
  if (!secure) return 'tributary';
  return path === '/' ? '__Host-tributary' : '__Secure-tributary';
}

/** Stores the session's token in the visitor's cookie, for as long as a session can live; Redis knows when it ends. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(sessionCookieName(request), token, {
    ...cookieAttributes(request),
    maxAge: request.server.sessionLife.maxMs / 1_000,
  });
}

/** Removes the session cookie. */
export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(sessionCookieName(request), cookieAttributes(request));
}
