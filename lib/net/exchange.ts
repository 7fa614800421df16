/// <reference path="./undici.d.ts" />
import type { Socket } from 'node:net';
// Not from 'undici': the rest of it takes an eighth of the start of a worker, and 14 MB.
import Client from 'undici/lib/dispatcher/client.js';
import type { Unreadable } from '../decompress.ts';
import { Ending } from './ending.ts';
import { type Guard, guardedConnect } from './guarded-connect.ts';
import { type RawResponse, ResponseCollector } from './response-collector.ts';

/** Sites send long policies in their headers. */
const MAX_HEADER_BYTES = 64 * 1024;

/** One request to an address that callers name: for a page, or with something for it. */
export interface PageExchange {
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** What is posted there; without it, the request is a GET. */
  body?: string;
  guard: Guard;
  /** Called before it connects, if that is not refused. */
  onRequest?: (() => void) | undefined;
  /** Called when it has connected. The request is sent when this resolves, and not if it rejects. */
  beforeSending?: (() => Promise<void>) | undefined;
  timeoutMs: number;
  /** Maximum size of the response as it is sent. */
  maxBytes: number;
  signal: AbortSignal;
  unreadable: Unreadable;
}

/** Whether a response sends the reader on. Its body is of no use. */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/**
 * Requests a page over a connection of its own, which is closed when this ends, in whatever way: nothing of one account's
 * requests is left for the next.
 */
export async function exchange(request: PageExchange): Promise<RawResponse> {
  const { url, headers, body, guard, onRequest, beforeSending, timeoutMs, maxBytes, signal, unreadable } = request;
  const ending = new Ending(timeoutMs, signal);
  try {
    const socket = await guardedConnect(url, guard, ending.signal, onRequest);
    const client = clientOn(socket, url.origin, maxBytes);
    try {
      await beforeSending?.();
      return await new Promise<RawResponse>((resolve, reject) => {
        const collector = new ResponseCollector({ timeoutMs, isBodyless: isRedirect, unreadable, resolve, reject });
        ending.signal.addEventListener('abort', () => collector.abort());
        const sent = body === undefined ? { method: 'GET' as const } : { method: 'POST' as const, body };
        client.dispatch({ path: url.pathname + url.search, headers, reset: true, ...sent }, collector);
      });
    } finally {
      socket.destroy();
      await client.destroy();
    }
  } finally {
    ending.clear();
  }
}

/** A client for this connection alone: it does not connect again, because nobody would check where to. */
function clientOn(socket: Socket, origin: string, maxBytes: number): Client {
  let isUsed = false;
  return new Client(origin, {
    connect(_options, callback) {
      // undici expects the answer later. It tries again for ever while the client is open, and must let others work.
      if (isUsed) setImmediate(() => callback(closed(), null));
      else queueMicrotask(() => callback(null, socket));
      isUsed = true;
    },
    maxHeaderSize: MAX_HEADER_BYTES,
    maxResponseSize: maxBytes,
    // The time of the whole exchange is limited.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

function closed(): Error {
  return Object.assign(new Error('The connection was closed before the request.'), { code: 'UND_ERR_SOCKET' });
}
