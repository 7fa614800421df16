import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readSession, type Session } from '../../lib/accounts/session-store.ts';
import { ApiError } from '../../lib/errors.ts';
import { goneSignal } from '../plugins/request-context.ts';
import type { Services } from '../services.ts';
import { errorPage } from './error-page.tsx';
import { setPageHeaders } from './headers.ts';
import { openSearch } from './opensearch.ts';
import { render } from './page.tsx';
import { type PageRoute, Redirect } from './page-route.ts';
import { loginPages } from './pages/login.tsx';
import { passwordPages } from './pages/password.tsx';
import { preferencesPages } from './pages/preferences.tsx';
import { searchPages } from './pages/search.tsx';
import { translatePages } from './pages/search-translate.tsx';
import { setUpPages } from './pages/set-up.tsx';
import { sessionCookie } from './session-cookie.ts';
import { staticFiles } from './static-files.ts';
import { suggestJson } from './suggest-json.ts';

/** Every page, with who may see it. */
const pages = [
  ...loginPages,
  ...setUpPages,
  ...passwordPages,
  ...searchPages,
  ...translatePages,
  ...preferencesPages,
] as unknown as PageRoute[];

/** Pages for people, beside the API and apart from it: sessions instead of keys, HTML instead of JSON. */
export async function registerPages(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(cookie);
  await app.register(staticFiles);
  app.setErrorHandler((error, request, reply) => errorPage(error as Error, request, reply));
  app.decorateRequest('session', null);
  for (const page of pages) addPage(app, page, services);
  suggestJson(app, services);
  openSearch(app, services);
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
}

function addPage(app: FastifyInstance, page: PageRoute, services: Services): void {
  app.route({
    method: page.method,
    url: page.path,
    schema: { hide: true },
    ...(page.bodyLimit === undefined ? {} : { bodyLimit: page.bodyLimit }),
    async handler(request, reply) {
      setPageHeaders(reply);
      const token = request.cookies[sessionCookie(request).name] ?? '';
      const session = await readSession(services.redis, token);
      request.session = session;
      if (page.for !== 'anyone' && !session) {
        return reply.redirect(`/login?next=${encodeURIComponent(page.method === 'GET' ? request.url : '/')}`, 303);
      }
      if (page.for === 'administrator' && !session?.admin) throw new ApiError(403, 'This page is for administrators.');
      if (page.method === 'POST') requireOwnForm(request, session);
      const given = page.input.safeParse(page.method === 'POST' ? (request.body ?? {}) : request.query);
      if (!given.success) throw new ApiError(400, 'The form could not be read.');
      const answer = await page.handle({
        input: given.data,
        services,
        session,
        path: page.path,
        requestId: request.id,
        signal: () => goneSignal(reply),
        request,
        reply,
      });
      return answer instanceof Redirect ? reply.redirect(answer.to, 303) : sendPage(reply, render(answer));
    },
  });
}

export function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(html);
}

/**
 * A form has to come from a page of ours: from this very origin, and where someone is signed in with their session's
 * token. Browsers send the origin with every POST; what sends none is no browser and carries no cookie by itself.
 */
function requireOwnForm(request: FastifyRequest, session: Session | null): void {
  const { origin } = request.headers;
  if (origin !== undefined && origin !== `${request.protocol}://${request.host}`) {
    throw new ApiError(403, 'This form was sent from another site.');
  }
  if (!session) return;
  const { csrf } = (request.body ?? {}) as { csrf?: unknown };
  if (csrf !== session.csrf)
    throw new ApiError(403, 'This form is out of date. Go back, load the page again and retry.');
}
