import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { registrationOptions, signingOptions } from '../../../lib/accounts/factors/passkeys.ts';
import { readPending } from '../../../lib/accounts/factors/pending-sign-in.ts';
import { type RelyingParty, relyingPartyOf } from '../../../lib/accounts/factors/relying-party.ts';
import { ApiError } from '../../../lib/errors.ts';
import { toApiError } from '../../plugins/errors.ts';
import type { Services } from '../../services.ts';
import { limitForms, requireFormToken, requireOwnOrigin } from '../guard.ts';
import { setPageHeaders } from '../headers.ts';
import { readVisitor } from '../visitor.ts';
import { PASSKEY_OPTIONS } from './paths.ts';
import { readPendingCookie } from './pending-cookie.ts';

const form = z.object({ purpose: z.enum(['sign in', 'second factor', 'confirm', 'register']) });

/** Anybody may be asked to sign in; the challenge is bound to nobody. */
export const NOBODY = 'anybody';

/** Gives browsers what they need to make or use a passkey. The answer is sent with a form. */
export function passkeyOptions(app: FastifyInstance, services: Services): void {
  const site = relyingPartyOf(services.config.publicUrl);
  app.post(PASSKEY_OPTIONS, {
    schema: { hide: true },
    errorHandler: (error: Error, request, reply) => {
      const { status, body, headers } = toApiError(error, request);
      return reply.code(status).headers(headers).send(body);
    },
    async onRequest(request, reply) {
      await readVisitor(request, reply, services.redis, 'without link');
      setPageHeaders(reply);
      requireOwnOrigin(request);
      await limitForms(request, services);
    },
    async handler(request) {
      requireFormToken(request);
      const { data } = form.safeParse(request.body);
      if (!data) throw new ApiError(400, 'This purpose is unknown.');
      if (typeof site === 'string') throw new ApiError(404, 'This instance has no passkeys.');
      return optionsFor(request, services, site, data.purpose);
    },
  });
}

type Purpose = z.infer<typeof form>['purpose'];

async function optionsFor(request: FastifyRequest, services: Services, site: RelyingParty, purpose: Purpose) {
  const { redis, secret } = services;
  if (purpose === 'sign in') return signingOptions(redis, site, purpose, NOBODY);
  if (purpose === 'second factor') {
    const pending = await readPending(redis, readPendingCookie(request));
    if (!pending) throw new ApiError(401, 'Sign in again.');
    return signingOptions(redis, site, purpose, pending.id, pending.account.username);
  }
  const { session } = request;
  if (!session) throw new ApiError(401, 'Sign in again.');
  if (purpose === 'confirm') return signingOptions(redis, site, purpose, session.id, session.username);
  // Authenticators know the account by it, and it tells nothing to whoever reads it there.
  const handle = (await secret.load()).fingerprint(`passkeys of ${session.username}`);
  return registrationOptions(redis, site, session.username, handle, session.id);
}
