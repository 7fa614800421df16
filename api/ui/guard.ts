import type { FastifyReply, FastifyRequest } from 'fastify';
import { admitForm } from '../../lib/limits/form-admission.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import type { Services } from '../services.ts';
import { setPageHeaders } from './headers.ts';
import { PageError } from './page-error.ts';
import type { PageRoute } from './page-route.ts';
import { readVisitor } from './visitor.ts';

/**
 * Reads the session and sets the headers of a page. Returns false after a redirect to sign in; throws a 403 for
 * non-administrators on admin pages.
 */
export async function requireSession(
  request: FastifyRequest,
  reply: FastifyReply,
  redis: Redis,
  who: PageRoute['for'],
): Promise<boolean> {
  const session = await readVisitor(request, reply, redis, who === 'searcher' ? 'or by link' : 'without link');
  // After the session is read: it has the sites that the page may lead to.
  setPageHeaders(reply);
  if (who !== 'anyone' && !session) {
    const signIn = `/login?next=${encodeURIComponent(request.method === 'GET' ? request.url : '/')}`;
    reply.redirect(request.heldAt || signIn, 303);
    return false;
  }
  if (who === 'administrator' && !session?.admin) throw new PageError(403, (texts) => texts.administratorsOnly);
  return true;
}

/**
 * Refuses requests from other origins. Browsers send `Origin` with everything but a GET. A client without it is not a
 * browser, so another site cannot make it send the visitor's cookie.
 */
export function requireOwnOrigin(request: FastifyRequest): void {
  const { origin } = request.headers;
  if (origin === undefined || origin === request.server.publicOrigin) return;
  if (origin !== `${request.protocol}://${request.host}`) {
    throw new PageError(403, (texts) => texts.otherOrigin);
  }
}

/** Limits the forms of a person, or of an address without a session. Throws a 429 with `Retry-After`. */
export async function limitForms(
  { session, ip }: FastifyRequest,
  { redis, secret, metrics }: Pick<Services, 'redis' | 'secret' | 'metrics'>,
): Promise<void> {
  const waitS = await admitForm(redis, secret, session?.username, ip);
  if (waitS === 0) return;
  metrics.countRefusal('rate');
  const headers = { 'retry-after': String(waitS) };
  throw new PageError(429, ({ tooManyForms }) => tooManyForms(waitS), headers);
}

/** Requires that a form has the CSRF token of the session, when someone is signed in. */
export function requireFormToken(request: FastifyRequest): void {
  if (!request.session) return;
  const { csrf } = (request.body ?? {}) as { csrf?: unknown };
  if (csrf !== request.session.csrf) {
    throw new PageError(403, (texts) => texts.outdatedForm);
  }
}
