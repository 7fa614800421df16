import type { FastifyReply, FastifyRequest } from 'fastify';

const KEPT_S = 14 * 86_400;

/** The session's cookie. Over https its name binds it to this host and to https. */
export function sessionCookie(request: FastifyRequest): { name: string; secure: boolean } {
  const secure = request.protocol === 'https';
  return { name: secure ? '__Host-tributary' : 'tributary', secure };
}

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const { name, secure } = sessionCookie(request);
  reply.setCookie(name, token, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: KEPT_S });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  const { name, secure } = sessionCookie(request);
  reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure });
}
