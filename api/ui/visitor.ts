import type { FastifyReply, FastifyRequest } from 'fastify';
import { readSearchLink } from '../../lib/accounts/search-link.ts';
import { readSession, type Session, type SessionLife } from '../../lib/accounts/session-store.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { keepLinkToken, visitorsToken } from './search-link-address.ts';
import { sessionCookieName } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
    /** Whether the visitor has a session, which opens nothing before they have chosen a password. */
    mustChange: boolean;
  }
  interface FastifyInstance {
    /** How long sessions live. */
    sessionLife: SessionLife;
  }
}

/** Where people choose a password of their own. */
export const OWN_PASSWORD = '/settings/password';
/** What is open to a person whose password somebody else chose. */
const BEFORE_A_CHANGE: readonly (string | undefined)[] = [OWN_PASSWORD, '/logout'];

/** Reads the session of the visitor's cookie; null without one. */
export async function readOwnSession(request: FastifyRequest, redis: Redis): Promise<Session | null> {
  const { cookies, server, routeOptions } = request;
  const session = await readSession(redis, cookies[sessionCookieName(request)] ?? '', server.sessionLife);
  request.mustChange = session?.mustChange ?? false;
  return request.mustChange && !BEFORE_A_CHANGE.includes(routeOptions.url) ? null : session;
}

/** Reads the session of a visitor; null without one. For what a search link opens, the link is one. */
export async function readVisitor(
  request: FastifyRequest,
  reply: FastifyReply,
  redis: Redis,
  link: 'or by link' | 'without link',
): Promise<Session | null> {
  request.session = await readOwnSession(request, redis);
  if (request.session || link === 'without link') return request.session;
  request.session = await readSearchLink(redis, visitorsToken(request));
  if (request.session) keepLinkToken(request, reply);
  return request.session;
}
