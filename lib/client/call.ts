import type { ClientOptions } from './client-options.ts';
import type { Fetch, PlainReply, Signal } from './platform.ts';
import { causeOf, detailsOf, refusal, TributaryError } from './tributary-error.ts';

/** Options of one call. */
export interface CallOptions {
  /** Ends the call, also while it waits to be repeated. The call then rejects with the signal's reason. */
  signal?: Signal | undefined;
  /** Gets the headers of the reply, if that is a 200: `RateLimit`, `Server-Timing`, `X-Request-Id` and others. */
  onHeaders?: ((headers: ReplyHeaders) => void) | undefined;
}

/** The headers of a reply. */
export interface ReplyHeaders {
  /** The value of a header; null if there is none. */
  get(name: string): string | null;
}

/** A request to an endpoint. */
export interface EndpointRequest {
  /** Path below `/api/v1/`. */
  path: string;
  /** In the address of a GET or a DELETE, in the body of all others. */
  params: object;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
}

/** A reply whose body is not read yet. */
export interface OpenReply {
  reply: PlainReply;
  /** The error of reading the body. */
  failure(message: string, details: { body?: unknown; cause: unknown }): TributaryError;
  /** To be called when the body is read: the time of the request ends. */
  close(): void;
}

declare const fetch: Fetch;
declare const URLSearchParams: new (entries: string[][]) => object;
declare const AbortController: new () => { signal: Signal; abort(reason?: unknown): void };
declare function setTimeout(callback: () => void, ms: number): unknown;
declare function clearTimeout(timer: unknown): void;

/** The statuses that a later request may not meet: a limit is reached, a service is away. */
const PASSING = new Set([429, 503]);
const DEFAULT_TIMEOUT_MS = 60_000;

/** Sends a request, and repeats it if the service says when to. Returns the body; throws a `TributaryError`. */
export async function call(
  options: ClientOptions,
  request: EndpointRequest,
  callOptions: CallOptions = {},
): Promise<unknown> {
  const opened = await open(options, request, callOptions);
  try {
    return await bodyOf(opened);
  } catch (error) {
    callOptions.signal?.throwIfAborted();
    throw error;
  } finally {
    opened.close();
  }
}

/** Sends a request, and repeats it if the service says when to. Returns a success; throws a `TributaryError`. */
export async function open(
  options: ClientOptions,
  request: EndpointRequest,
  { signal, onHeaders }: CallOptions,
): Promise<OpenReply> {
  const { retries = 2, maxRetryAfterS = 30 } = options;
  for (let retriesLeft = retries; ; retriesLeft--) {
    try {
      const opened = await openOnce(options, request, signal);
      onHeaders?.(opened.reply.headers);
      return opened;
    } catch (error) {
      signal?.throwIfAborted();
      const { status, retryAfterS = Number.POSITIVE_INFINITY } = error as TributaryError;
      if (!PASSING.has(status) || retriesLeft <= 0 || retryAfterS > maxRetryAfterS) throw error;
      await wait(retryAfterS * 1_000, signal);
    }
  }
}

async function openOnce(
  options: ClientOptions,
  request: EndpointRequest,
  signal: Signal | undefined,
): Promise<OpenReply> {
  const { baseUrl, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  signal?.throwIfAborted();
  const ending = new AbortController();
  const stop = () => ending.abort(signal?.reason);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    ending.abort();
  }, timeoutMs);
  signal?.addEventListener('abort', stop, { once: true });
  const close = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  };
  const late = (cause: unknown) =>
    new TributaryError(`No reply from ${baseUrl} within ${timeoutMs} ms.`, { status: 0, cause });
  try {
    const reply = await sent(options, request, ending.signal).catch((cause: unknown) => {
      if (isLate) throw late(cause);
      throw new TributaryError(`No reply from ${baseUrl}: ${causeOf(cause)}`, { status: 0, cause });
    });
    const failure: OpenReply['failure'] = (message, details) =>
      isLate ? late(details.cause) : new TributaryError(message, { ...detailsOf(reply), ...details });
    const opened = { reply, failure, close };
    if (!reply.ok) throw refusal(reply, await bodyOf(opened));
    return opened;
  } catch (error) {
    close();
    throw error;
  }
}

function sent(
  // Not called as a method of the options: browsers refuse that.
  { baseUrl, apiKey, fetch: send = fetch }: ClientOptions,
  { path, params, method, headers: own }: EndpointRequest,
  signal: Signal,
): Promise<PlainReply> {
  const address = `${baseUrl.replace(/\/+$/, '')}/api/v1/${path}`;
  const headers = { authorization: `Api-Key ${apiKey}`, accept: 'application/json', ...own };
  if (method === 'GET' || method === 'DELETE') return send(`${address}${queryOf(params)}`, { method, signal, headers });
  const body = JSON.stringify(params);
  return send(address, { method, signal, headers: { ...headers, 'content-type': 'application/json' }, body });
}

async function bodyOf({ reply, failure }: OpenReply): Promise<unknown> {
  let text: string | undefined;
  try {
    text = await reply.text();
    return JSON.parse(text);
  } catch (cause) {
    const message = `Status ${reply.status}, and a reply that is not JSON: ${causeOf(cause)}`;
    throw failure(message, { body: text, cause });
  }
}

function queryOf(params: object): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length === 0 ? '' : `?${query}`;
}

function wait(ms: number, signal: Signal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
