import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Agent, request as send } from 'undici';
import { UpstreamFailure } from '../lib/outcome.ts';
import type { UpstreamRequest, UpstreamResponse } from '../lib/providers/adapter.ts';

const MAX_BODY_BYTES = 2 * 1024 * 1024;

/**
 * The only HTTP client for upstreams. It follows no redirects, keeps no cookies and sends nothing of the caller's: only
 * the request that the adapter built.
 */
export class UpstreamHttp {
  readonly #agent = new Agent({
    connect: { timeout: 2_000 },
    keepAliveTimeout: 30_000,
    pipelining: 1,
    maxHeaderSize: 16_384,
    maxResponseSize: MAX_BODY_BYTES,
  });

  /**
   * Sends a request. The signal aborts the whole exchange, including the body; undici's own timers only detect silence.
   */
  async fetch(request: UpstreamRequest, userAgent: string, signal: AbortSignal): Promise<UpstreamResponse> {
    const response = await send(request.url, {
      dispatcher: this.#agent,
      method: request.method ?? 'GET',
      headers: { 'user-agent': userAgent, 'accept-encoding': 'gzip, deflate, br', ...request.headers },
      body: request.body ?? null,
      signal,
    });
    const raw = await wholeBody(response.body);
    const headers = flatten(response.headers);
    const body = await decode(raw, headers['content-encoding'] ?? '');
    return { status: response.statusCode, headers, body: body.toString('utf8') };
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

async function wholeBody(body: { arrayBuffer(): Promise<ArrayBuffer> }): Promise<Buffer> {
  try {
    return Buffer.from(await body.arrayBuffer());
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' ? tooLarge() : error;
  }
}

const decoders: Readonly<Record<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** Decompresses with a size limit: 200 KB of gzip can expand to 200 MB. */
async function decode(body: Buffer, encoding: string): Promise<Buffer> {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity' || body.length === 0) return body;
  const decoder = decoders[name];
  if (!decoder) throw new UpstreamFailure('upstream', 'answered in an unknown encoding');
  try {
    return await decoder(body, { maxOutputLength: MAX_BODY_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new UpstreamFailure('upstream', 'answered with a broken encoding');
  }
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

function tooLarge(): UpstreamFailure {
  return new UpstreamFailure('upstream', 'answered with more than 2 MiB');
}
