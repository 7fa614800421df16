import type { FastifyReply, FastifyRequest } from 'fastify';
import { readSearchLink } from '../../lib/accounts/search-link.ts';
import { readSession, type Session, type SessionLife } from '../../lib/accounts/session-store.ts';
import type { Config } from '../../lib/config/config.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { keepLinkToken, visitorsToken } from './search-link-address.ts';
import { PASSKEY_OPTIONS, SECURITY } from './security/paths.ts';
import { sessionCookieName } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
    /** The page that the visitor must go to first: their session opens nothing else before. Empty if there is none. */
    heldAt: string;
  }
  interface FastifyInstance {
    /** How long sessions live. */
    sessionLife: SessionLife;
    requireSecondFactor: Config['requireSecondFactor'];
  }
}

/** Where people choose a password of their own. */
const OWN_PASSWORD = '/settings/password';
/** What is open to a person who must first choose a password or set up a second factor: to do so, or to leave. */
const WHILE_HELD: Readonly<Record<string, RegExp>> = {
  [OWN_PASSWORD]: new RegExp(`^(${OWN_PASSWORD}|/logout|/theme)$`),
  [SECURITY]: new RegExp(`^(${SECURITY}(/.*)?|${PASSKEY_OPTIONS}|/logout|/theme)$`),
};

/** Reads the session of the visitor's cookie. Null without one, and while it opens nothing: see `heldAt`. */
export async function readOwnSession(request: FastifyRequest, redis: Redis): Promise<Session | null> {
  const { cookies, server, routeOptions } = request;
  const session = await readSession(redis, cookies[sessionCookieName(request)] ?? '', server.sessionLife);
  request.heldAt = session ? holdsAt(session, server.requireSecondFactor) : '';
  const open = WHILE_HELD[request.heldAt];
  return open === undefined || open.test(routeOptions.url ?? '') ? session : null;
}

function holdsAt(session: Session, required: Config['requireSecondFactor']): string {
  if (session.mustChange) return OWN_PASSWORD;
  return lacksFactor(session, required) ? SECURITY : '';
}

/** Whether a person must have a second factor and has none. */
export function lacksFactor(
  { admin, hasFactor }: Pick<Session, 'admin' | 'hasFactor'>,
  required: Config['requireSecondFactor'],
): boolean {
  return !hasFactor && (required === 'all' || (required === 'admins' && admin));
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
