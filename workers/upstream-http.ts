/// <reference path="./undici-agent.d.ts" />
// Not from 'undici': the rest of it takes an eighth of the start of a worker, and 14 MB.
import Agent from 'undici/lib/dispatcher/agent.js';
import { ACCEPTED_ENCODINGS, CompressionError, decompress } from '../lib/decompress.ts';
import { UpstreamFailure } from '../lib/outcome.ts';
import type { UpstreamRequest, UpstreamResponse } from '../lib/providers/adapter.ts';
import { type RawResponse, ResponseCollector } from './response-collector.ts';

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
   * Sends a request. The timeout aborts the whole exchange, including the body; undici's own timers only detect silence.
   */
  async fetch(request: UpstreamRequest, userAgent: string, timeoutMs: number): Promise<UpstreamResponse> {
    const { origin, pathname, search } = new URL(request.url);
    const { status, headers, body } = await new Promise<RawResponse>((resolve, reject) => {
      const collector = new ResponseCollector({ timeoutMs, resolve, reject: (error) => reject(orTooLarge(error)) });
      this.#agent.dispatch(
        {
          origin,
          path: pathname + search,
          method: request.method ?? 'GET',
          headers: { 'user-agent': userAgent, 'accept-encoding': ACCEPTED_ENCODINGS, ...request.headers },
          body: request.body ?? null,
        },
        collector,
      );
    });
    return { status, headers, body: (await decoded(body, headers['content-encoding'] ?? '')).toString('utf8') };
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

async function decoded(body: Buffer, encoding: string): Promise<Buffer> {
  try {
    return await decompress(body, encoding, MAX_BODY_BYTES);
  } catch (error) {
    if (!(error instanceof CompressionError)) throw error;
    if (error.problem === 'too large') throw tooLarge();
    throw new UpstreamFailure(
      'upstream',
      `answered ${error.problem === 'unknown' ? 'in an unknown' : 'with a broken'} encoding`,
    );
  }
}

function orTooLarge(error: Error): Error {
  return (error as NodeJS.ErrnoException).code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' ? tooLarge() : error;
}

function tooLarge(): UpstreamFailure {
  return new UpstreamFailure('upstream', 'answered with more than 2 MiB');
}
