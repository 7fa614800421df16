import { PassThrough, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, onSendHookHandler, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import { isFile } from '../static-document.ts';
import { addVary } from './vary.ts';

/** Below this size, compression saves less than a network packet. */
const MIN_BYTES = 1_024;
const TEXT = /^(text\/|image\/svg\+xml|application\/(json|javascript|xml|x-yaml|[\w.-]+\+(json|xml))\b)/;
/** Quality 4 compresses better than gzip in less time; the default of 11 takes a hundred times as long. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const STATIC_MAX_BYTES = 8 * 1024 * 1024;

type Encoding = 'br' | 'gzip';

/** Our files are compressed once in a process, to a sixth less: a tenth of a second for all styles and scripts of a page. */
const SMALLEST = { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } };

const compressors: Readonly<Record<Encoding, (text: string | Buffer) => Promise<Buffer>>> = {
  br: (text) => promisify(brotliCompress)(text, isFile(text) ? SMALLEST : BROTLI),
  gzip: (text) => promisify(gzip)(text),
};

/** Parts are too short for Brotli to be better: it takes half as long again and saves one hundredth. */
const PARTS_ENCODINGS: readonly Encoding[] = ['gzip', 'br'];

/** For pages in parts: what was written is sent at once, not when there is more of it. */
const partCompressors: Readonly<Record<Encoding, () => Transform>> = {
  br: () => createBrotliCompress({ ...BROTLI, flush: constants.BROTLI_OPERATION_FLUSH }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
};

/** What is compressed once, by encoding, path and `ETag`. Requests that come meanwhile wait for it. */
type StaticTexts = LRUCache<string, Buffer, () => Promise<Buffer>>;

/**
 * Compresses every text that a client accepts compressed: pages, JSON and static files. As the last hook of each route,
 * so that other hooks see the text. Node compresses outside the event loop. What has an `ETag` is compressed once: the
 * largest file takes a fifth of a second of CPU time, and anyone may request it.
 */
export const compression = fp(
  async (app: FastifyInstance) => {
    const compress = compressing(
      new LRUCache({
        maxSize: STATIC_MAX_BYTES,
        sizeCalculation: ({ length }) => length,
        fetchMethod: (_name, _stale, { context }) => context(),
      }),
    );
    app.addHook('onRoute', (route: RouteOptions) => {
      route.onSend = [...[route.onSend ?? []].flat(), compress];
    });
  },
  { name: 'compression' },
);

function compressing(staticTexts: StaticTexts): onSendHookHandler<unknown> {
  return (request, reply, payload, done) => {
    const isText = TEXT.test(String(reply.getHeader('content-type') ?? ''));
    if (!isText || reply.hasHeader('content-encoding') || reply.hasHeader('content-range')) return done(null, payload);
    const isLong = (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= MIN_BYTES;
    if (!isLong) return done(null, payload);
    addVary(reply, 'accept-encoding');
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding === null) return done(null, payload);
    reply.header('content-encoding', encoding).removeHeader('content-length');
    const compress = () => compressors[encoding](payload);
    const etag = reply.getHeader('etag');
    const name = `${encoding} ${request.url.split('?', 1)[0]} ${etag}`;
    const compressed = etag === undefined ? compress() : staticTexts.forceFetch(name, { context: compress });
    compressed.then((bytes) => done(null, bytes), done);
  };
}

/** Compresses a text as its client accepts it, so that the same bytes can be sent again to a client that accepts the same. */
export async function packed({ request }: FastifyReply, text: string): Promise<Buffer> {
  const encoding = encodingFor(request.headers['accept-encoding']);
  return encoding === null ? Buffer.from(text) : compressors[encoding](text);
}

/** Sends what was `packed` for a client that accepts the same. */
export function sendPacked(reply: FastifyReply, bytes: Buffer): void {
  addVary(reply, 'accept-encoding');
  const encoding = encodingFor(reply.request.headers['accept-encoding']);
  if (encoding !== null) reply.header('content-encoding', encoding);
  reply.send(bytes);
}

/** The body of a reply that is sent in parts. Each part is compressed as soon as it is written, also before the reply. */
export class Parts {
  readonly stream: Transform;
  readonly #encoding: Encoding | null;

  constructor({ request }: FastifyReply) {
    this.#encoding = encodingFor(request.headers['accept-encoding'], PARTS_ENCODINGS);
    this.stream = this.#encoding === null ? new PassThrough() : partCompressors[this.#encoding]();
  }

  /** Begins the reply with what is there. */
  send(reply: FastifyReply): void {
    addVary(reply, 'accept-encoding');
    if (this.#encoding !== null) reply.header('content-encoding', this.#encoding);
    reply.send(this.stream);
  }
}

/** The first of these encodings that an `Accept-Encoding` header names; null for none. */
export function encodingFor(
  header: string | string[] | undefined,
  encodings: readonly Encoding[] = ['br', 'gzip'],
): Encoding | null {
  const accepted = String(header ?? '')
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim());
  return encodings.find((encoding) => accepted.includes(encoding)) ?? null;
}
