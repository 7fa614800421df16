import type { Fetch, PlainReply, Signal } from './platform.ts';
import { detailsOf, refusal, TributaryError } from './tributary-error.ts';

/** How to reach an instance. */
export interface ClientOptions {
  /** Address of the instance, with its path if it has one: `https://example.org/search`. */
  baseUrl: string;
  /** The key, `trib_…`. */
  apiKey: string;
  /** Used instead of the global `fetch`. */
  fetch?: Fetch | undefined;
  /** How often a call is repeated that the service asks to repeat; 2 by default. */
  retries?: number | undefined;
  /** The longest wait before a repetition, in seconds; 30 by default. A longer one is an error at once. */
  maxRetryAfterS?: number | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /** Ends the call, also while it waits to be repeated. The call then rejects with the signal's reason. */
  signal?: Signal | undefined;
}

/** A request to an endpoint. */
export interface EndpointRequest {
  /** Path below `/api/v1/`. */
  path: string;
  params: object;
  method: 'GET' | 'POST';
}

declare const fetch: Fetch;
declare const URLSearchParams: new (entries: string[][]) => object;
declare function setTimeout(callback: () => void, ms: number): unknown;
declare function clearTimeout(timer: unknown): void;

/** The statuses that a later request may not meet: a limit is reached, a service is away. */
const PASSING = new Set([429, 503]);

/** Sends a request, and repeats it if the service says when to. Returns the body; throws a `TributaryError`. */
export async function call(
  options: ClientOptions,
  request: EndpointRequest,
  { signal }: CallOptions = {},
): Promise<unknown> {
  const { retries = 2, maxRetryAfterS = 30 } = options;
  for (let retriesLeft = retries; ; retriesLeft--) {
    try {
      return await sendOnce(options, request, signal);
    } catch (error) {
      signal?.throwIfAborted();
      const { status, retryAfterS = Number.POSITIVE_INFINITY } = error as TributaryError;
      if (!PASSING.has(status) || retriesLeft <= 0 || retryAfterS > maxRetryAfterS) throw error;
      await wait(retryAfterS * 1_000, signal);
    }
  }
}

async function sendOnce(
  // Not called as a method of the options: browsers refuse that.
  { baseUrl, apiKey, fetch: send = fetch }: ClientOptions,
  { path, params, method }: EndpointRequest,
  signal: Signal | undefined,
): Promise<unknown> {
  const address = `${baseUrl.replace(/\/+$/, '')}/api/v1/${path}`;
  const headers = { authorization: `Api-Key ${apiKey}`, accept: 'application/json' };
  const common = { method, signal: signal ?? null };
  const reply = await (method === 'GET'
    ? send(`${address}${queryOf(params)}`, { ...common, headers })
    : send(address, {
        ...common,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(params),
      })
  ).catch((cause: unknown) => {
    throw new TributaryError(`No reply from ${baseUrl}.`, { status: 0, cause });
  });
  const body = await bodyOf(reply);
  if (reply.ok) return body;
  throw refusal(reply, body);
}

async function bodyOf(reply: PlainReply): Promise<unknown> {
  let text: string | undefined;
  try {
    text = await reply.text();
    return JSON.parse(text);
  } catch (cause) {
    throw new TributaryError(`Status ${reply.status}, and a reply that is not JSON.`, {
      ...detailsOf(reply),
      body: text,
      cause,
    });
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
