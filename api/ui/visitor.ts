import type { FastifyReply, FastifyRequest } from 'fastify';
import { readSearchLink } from '../../lib/accounts/search-link.ts';
import { readSession, type Session } from '../../lib/accounts/session-store.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { keepLinkToken, visitorsToken } from './search-link-address.ts';
import { sessionCookieName } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
}

/** Reads the session of a visitor; null without one. For what a search link opens, the link is one. */
export async function readVisitor(
  request: FastifyRequest,
  reply: FastifyReply,
  redis: Redis,
  link: 'or by link' | 'without link',
): Promise<Session | null> {
  request.session = await readSession(redis, request.cookies[sessionCookieName(request)] ?? '');
  if (request.session || link === 'without link') return request.session;
  request.session = await readSearchLink(redis, visitorsToken(request));
  if (request.session) keepLinkToken(request, reply);
  return request.session;
}
