import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { readSession, type Session } from '../../lib/accounts/session-store.ts';
import { ApiError } from '../../lib/errors.ts';
import type { PageRoute } from './page-route.ts';
import { sessionCookie } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
}

/** Reads who asks, and lets them in or not: false where they were sent to sign in; throws where they may not come in at all. */
export async function requireSession(
  request: FastifyRequest,
  reply: FastifyReply,
  redis: Redis,
  who: PageRoute['for'],
): Promise<boolean> {
  const session = await readSession(redis, request.cookies[sessionCookie(request).name] ?? '');
  request.session = session;
  if (who !== 'anyone' && !session) {
    reply.redirect(`/login?next=${encodeURIComponent(request.method === 'GET' ? request.url : '/')}`, 303);
    return false;
  }
  if (who === 'administrator' && !session?.admin) throw new ApiError(403, 'This page is for administrators.');
  return true;
}

/** Browsers send the origin with everything but a GET; what sends none is no browser and carries no cookie by itself. */
export function requireOwnOrigin(request: FastifyRequest): void {
  const { origin } = request.headers;
  if (origin !== undefined && origin !== `${request.protocol}://${request.host}`) {
    throw new ApiError(403, 'This form was sent from another site.');
  }
}

/** A form has to come from a page of ours: from this very origin, and where someone is signed in with their session's token. */
export function requireOwnForm(request: FastifyRequest): void {
  requireOwnOrigin(request);
  if (!request.session) return;
  const { csrf } = (request.body ?? {}) as { csrf?: unknown };
  if (csrf !== request.session.csrf) {
    throw new ApiError(403, 'This form is out of date. Go back, load the page again and retry.');
  }
}
