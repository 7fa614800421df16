import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAuditFailure } from '../../lib/audit/audit-entry.ts';
import { ApiError } from '../../lib/errors.ts';
import { isRedisOutage } from '../../lib/redis/redis.ts';
import { UnconfirmedWriteError } from '../../lib/redis/redis-sending.ts';
import { setPageHeaders } from './headers.ts';
import { asHtml, Page, render } from './page.tsx';
import { PageError } from './page-error.ts';
import { localPath } from './page-route.ts';
import { placeOf } from './places.ts';
import { renderedFor } from './rendering.tsx';
import type { Texts } from './texts/en.ts';
import { textsFor } from './texts/language.ts';

const TITLES: Readonly<Record<number, keyof Texts['errors']['titles']>> = {
  400: 'badRequest',
  403: 'notAllowed',
  404: 'notFound',
  405: 'notFound',
  413: 'badRequest',
  415: 'badRequest',
  409: 'badRequest',
  410: 'badRequest',
  421: 'wrongAddress',
  429: 'tooMany',
  503: 'unavailable',
};

/** Sends the page for an unknown address. */
export function noPage({ status, headers }: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return errorPage(new PageError(status, (texts) => texts.noPage, { ...headers }), request, reply);
}

/** Sends an error as a page with the matching status. It never shows a stack trace or other internals. */
export function errorPage(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { errors: texts, page: pageTexts, preferences, search } = textsFor(request);
  const { status, text } = describe(error, texts, request.method === 'POST');
  if (status === 500)
    request.log.error({ reqId: request.id, trace_id: request.span?.traceId, err: error }, 'page failed');
  if (error instanceof ApiError) reply.headers(error.headers);
  if (status === 503) reply.header('retry-after', '2');
  setPageHeaders(reply);
  const title = texts.titles[TITLES[status] ?? 'unexpected'];
  const pathname = request.url.split('?', 1)[0] ?? '';
  const session = request.session ?? null;
  const place = session && placeOf(request.server.placeGroups, pathname, session.admin);
  const page = (
    <Page title={title} session={session} path={place?.path ?? ''}>
      <h1>{title}</h1>
      <p>{text}</p>
      <p class="row">
        {/* A form is not sent again: nobody knows how far it came. */}
        {status === 503 && request.method === 'GET' && (
          <a class="button" href={localPath(request.url)}>
            {search.tryAgain}
          </a>
        )}
        {pathname.startsWith('/docs/') && <a href="/docs">{texts.backTo(pageTexts.apiDocs)}</a>}
        <a href="/">{preferences.back}</a>
      </p>
      <p class="faint request">{texts.requestId(request.id)}</p>
    </Page>
  );
  return asHtml(reply.code(status)).send(render(renderedFor(page, request), request.server));
}

function describe(error: Error, texts: Texts['errors'], isForm: boolean): { status: number; text: string } {
  if (error instanceof PageError) return { status: error.status, text: error.say(texts) };
  if (error instanceof ApiError) return { status: error.status, text: String(error.body.detail ?? texts.unreadable) };
  if (error instanceof UnconfirmedWriteError) return { status: 503, text: texts.unconfirmed };
  // Redis may have done what was sent, and only its answer is lost.
  if (isRedisOutage(error)) return { status: 503, text: isForm ? texts.databaseForm : texts.database };
  if (isAuditFailure(error)) return { status: 500, text: texts.auditLog };
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status >= 400 && status < 500) return { status, text: texts.unreadable };
  return { status: 500, text: texts.unexpected };
}
