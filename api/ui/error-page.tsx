import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../lib/errors.ts';
import { isRedisOutage } from '../../lib/redis.ts';
import { setPageHeaders } from './headers.ts';
import { Page, render } from './page.tsx';
import { renderedFor } from './rendering.tsx';

const TITLES: Readonly<Record<number, string>> = {
  400: 'That did not work',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Not found',
  413: 'That did not work',
  415: 'That did not work',
  421: 'Wrong address',
  429: 'Too many attempts',
  503: 'Not available right now',
};

/** Sends an error as a page with the matching status. It never shows a stack trace or other internals. */
export function errorPage(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, text } = describe(error);
  if (status === 500)
    request.log.error({ reqId: request.id, trace_id: request.span?.traceId, err: error }, 'page failed');
  if (error instanceof ApiError) reply.headers(error.headers);
  if (status === 503) reply.header('retry-after', '2');
  setPageHeaders(reply);
  const title = TITLES[status] ?? 'Something went wrong';
  const page = (
    <Page title={title} session={request.session ?? null} path="">
      <h1>{title}</h1>
      <p>{text}</p>
      <p class="faint">{`Request ID: ${request.id}`}</p>
    </Page>
  );
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(render(renderedFor(page, request), request.server));
}

function describe(error: Error): { status: number; text: string } {
  if (error instanceof ApiError) return { status: error.status, text: String(error.body.detail ?? 'Bad request.') };
  if (isRedisOutage(error)) {
    return { status: 503, text: 'The database is not responding. No data is lost. Try again in a moment.' };
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status >= 400 && status < 500) return { status, text: 'The request could not be read.' };
  return { status: 500, text: 'The server had an unexpected error. The log has the details under this request ID.' };
}
