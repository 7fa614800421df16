import type { FastifyReply, FastifyRequest } from 'fastify';

const KEPT_S = 14 * 86_400;

/** The session cookie's name and flag. Over HTTPS its `__Host-` prefix binds it to this host and to HTTPS. */
export function sessionCookie(request: FastifyRequest): { name: string; secure: boolean } {
  const secure = request.protocol === 'https';
  return { name: secure ? '__Host-tributary' : 'tributary', secure };
}

/** Stores the session's token in the visitor's cookie. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const { name, secure } = sessionCookie(request);
  reply.setCookie(name, token, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: KEPT_S });
}

/** Removes the session cookie. */
export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  const { name, secure } = sessionCookie(request);
  reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure });
}
