import type { Deadline } from '../../lib/deadline.ts';
import { ACCEPTED_ENCODINGS, decompress, type Unreadable } from '../../lib/decompress.ts';
import { exchange, isRedirect } from '../../lib/net/exchange.ts';
import { type Freshness, freshnessOf, leastFresh } from '../../lib/net/freshness.ts';
import type { Guard } from '../../lib/net/guarded-connect.ts';
import { hostOf } from '../../lib/net/may-read.ts';
import { PageFailure, tooLarge, tooLate } from '../../lib/net/page-failure.ts';
import type { PagePermits } from './page-permits.ts';
import { PAGE_MS, type Wanted } from './wanted.ts';

/** On whose behalf a page is fetched, and how long that may take. */
export interface Errand {
  account: string;
  deadline: Deadline;
  signal: AbortSignal;
  /** Called before each connection to a site, if that is not refused. */
  onRequest?: (() => void) | undefined;
  /** Called when it has connected, before each request is sent; may refuse it by a rejection. */
  beforeSending?: (() => Promise<void>) | undefined;
}

/** What to fetch. */
export interface Visit extends Errand {
  url: string;
  /** Headers of the request to this URL, beside those of every request. */
  headersFor?(url: URL): Record<string, string>;
  /** Called before each request; may refuse it by a rejection. */
  before?(url: URL): Promise<void>;
  /** Maximum size of what is sent and decompressed, if it differs from what is usually fetched. */
  maxBytes?: number | undefined;
}

/** The last response of a visit. */
export interface Visited {
  /** Where it was, after redirects. */
  url: string;
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  freshness: Freshness;
}

const MAX_REDIRECTS = 5;
const MAX_URL_CHARS = 4_096;

/** Fetches what callers name. Each request, also after a redirect, is checked in the same way and needs permits. */
export class GuardedHttp {
  readonly #guard: Guard;
  readonly #permits: PagePermits;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #maxBytes: number;
  readonly #staysThere: boolean;
  readonly #pageMs: number;

  constructor(guard: Guard, permits: PagePermits, userAgent: string, wanted: Wanted) {
    this.#guard = guard;
    this.#permits = permits;
    this.#headers = {
      'user-agent': userAgent,
      accept: wanted.accept,
      'accept-encoding': ACCEPTED_ENCODINGS,
    };
    this.#maxBytes = wanted.maxBytes;
    this.#staysThere = wanted.staysThere ?? false;
    this.#pageMs = wanted.pageMs ?? PAGE_MS;
  }

  /** Fetches a URL and follows redirects. Rejects with a `PageFailure`, or with the error of a connection. */
  async get(visit: Visit): Promise<Visited> {
    const seen = new Set<string>();
    const freshness: Freshness[] = [];
    let leftMs = this.#pageMs;
    for (let url = checkedUrl(visit.url); ; ) {
      if (seen.has(url.href)) throw new PageFailure('it redirects in a circle');
      if (seen.size > MAX_REDIRECTS) throw new PageFailure(`it redirects more than ${MAX_REDIRECTS} times`);
      seen.add(url.href);
      await visit.before?.(url);
      const release = await this.#permits.take(hostOf(url), visit.account, visit.deadline);
      const startedAt = performance.now();
      try {
        const headers = { ...this.#headers, ...visit.headersFor?.(url) };
        const { signal } = visit;
        if (signal.aborted) throw tooLate();
        const maxBytes = visit.maxBytes ?? this.#maxBytes;
        const unreadable: Unreadable = (problem) =>
          problem === 'too large' ? tooLarge(maxBytes) : new PageFailure(`its encoding is ${problem}`);
        const limits = { timeoutMs: leftMs, maxBytes, signal, unreadable };
        const { onRequest, beforeSending } = visit;
        const response = await exchange({ url, headers, guard: this.#guard, onRequest, beforeSending, ...limits });
        freshness.push(freshnessOf(response.headers));
        const next = isRedirect(response.status) && !this.#staysThere ? response.headers.location : undefined;
        if (next === undefined) {
          const body = await decompress(
            response.body,
            response.headers['content-encoding'] ?? '',
            maxBytes,
            unreadable,
          );
          return { ...response, body, url: url.href, freshness: leastFresh(freshness) };
        }
        // Headers are read as bytes, and sites write UTF-8.
        url = checkedUrl(Buffer.from(next, 'latin1').toString('utf8'), url);
      } finally {
        leftMs -= performance.now() - startedAt;
        release();
      }
    }
  }
}

/** Reads an address. What it says about host and port is checked when it is connected to. */
function checkedUrl(text: string, base?: URL): URL {
  if (!URL.canParse(text, base)) throw new PageFailure('its address is not valid');
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new PageFailure('its address is not http or https');
  if (url.username !== '' || url.password !== '') {
    throw new PageFailure('its address contains a user name or a password');
  }
  url.hash = '';
  if (url.href.length > MAX_URL_CHARS) throw new PageFailure('its address is too long');
  return url;
}
