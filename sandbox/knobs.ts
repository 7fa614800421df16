import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** How an upstream misbehaves. With no knob set it is healthy. */
export interface Knobs {
  /** Wait this long before answering. */
  delayMs?: number;
  /** Answer with this status, `headers` and `body` instead of the real answer. */
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /**
   * - `hang`      never answer
   * - `hold`      answer once the knobs change again, as the new ones say
   * - `drip`      send a byte now and then, forever
   * - `garbage`   JSON content type, but a body that is not JSON
   * - `html`      a web page
   * - `reset`     cut the connection
   * - `redirect`  to `location`
   * - `bomb`      a small gzip body that inflates to 64 MB
   * - `huge`      8 MB of JSON
   */
  mode?: 'hang' | 'hold' | 'drip' | 'garbage' | 'html' | 'reset' | 'redirect' | 'bomb' | 'huge';
  location?: string;
  /** Number of calls that the knobs apply to; after that the upstream is healthy again. */
  times?: number;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Made once, of equal parts: to compress all of it would take a second, during which the sandbox cannot answer. */
let bomb: Buffer | undefined;

/** Acts out a fault. Returns false when the knobs leave the answer to the upstream. */
export function misbehave(knobs: Knobs, request: IncomingMessage, response: ServerResponse): boolean {
  if (knobs.status !== undefined) {
    response.writeHead(knobs.status, { ...JSON_TYPE, ...knobs.headers }).end(knobs.body ?? '{}');
    return true;
  }
  switch (knobs.mode) {
    case 'hang':
      return true;
    case 'drip': {
      response.writeHead(200, JSON_TYPE);
      const timer = setInterval(() => response.write(' '), 100);
      response.on('close', () => clearInterval(timer));
      return true;
    }
    case 'garbage':
      response.writeHead(200, JSON_TYPE).end('\u0000\ufffd{"results":[[[');
      return true;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><form id="challenge-form"></form>');
      return true;
    case 'reset':
      request.socket.resetAndDestroy();
      return true;
    case 'redirect':
      response.writeHead(302, { location: knobs.location ?? '/' }).end();
      return true;
    case 'bomb':
      bomb ??= Buffer.concat(Array(64).fill(gzipSync(Buffer.alloc(1024 * 1024, ' '))));
      response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(bomb);
      return true;
    case 'huge':
      response.writeHead(200, JSON_TYPE).end(`{"pad":"${'x'.repeat(8 * 1024 * 1024)}"}`);
      return true;
    default:
      return false;
  }
}
