import { pipeline, Readable } from 'node:stream';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, onSendHookHandler, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';

/** Below this size, compression saves less than a network packet. */
const MIN_BYTES = 1_024;
const TEXT = /^(text\/|image\/svg\+xml|application\/(json|javascript|xml|x-yaml|[\w.-]+\+(json|xml))\b)/;
/** Quality 4 compresses better than gzip in less time; the default of 11 takes a hundred times as long. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

type Encoding = 'br' | 'gzip';

/**
 * Compresses every text that a client accepts compressed: pages, JSON and static files. As the last hook of each route,
 * so that other hooks see the text. Node compresses outside the event loop.
 */
export const compression = fp(
  async (app: FastifyInstance) => {
    app.addHook('onRoute', (route: RouteOptions) => {
      route.onSend = [...[route.onSend ?? []].flat(), compress];
    });
  },
  { name: 'compression' },
);

const compress: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  const isText = TEXT.test(String(reply.getHeader('content-type') ?? ''));
  if (!isText || reply.hasHeader('content-encoding') || reply.hasHeader('content-range')) return done(null, payload);
  const isStream = payload instanceof Readable;
  const isLong = isStream || ((typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= MIN_BYTES);
  if (!isLong) return done(null, payload);
  reply.header('vary', 'accept-encoding');
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (encoding === null) return done(null, payload);
  reply.header('content-encoding', encoding).removeHeader('content-length');
  if (isStream) return done(null, compressedStream(payload, encoding));
  const text = payload as string | Buffer;
  if (encoding === 'br') brotliCompress(text, BROTLI, done);
  else gzip(text, done);
};

function compressedStream(payload: Readable, encoding: Encoding): Readable {
  // A failure on either side destroys both, which Fastify handles.
  return pipeline(payload, encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip(), () => {});
}

/** The best encoding that an `Accept-Encoding` header names; null for none. */
export function encodingFor(header: string | string[] | undefined): Encoding | null {
  const accepted = String(header ?? '')
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim());
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? null;
}
