import type { ExtractConfig } from '../../lib/config/config-extract.ts';
import type { Deadline } from '../../lib/deadline.ts';
import type { InstanceSecret } from '../../lib/instance-secret.ts';
import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { Ending, until } from '../../lib/net/ending.ts';
import type { Freshness } from '../../lib/net/freshness.ts';
import { type HostLookup, hostLookup } from '../../lib/net/host-lookup.ts';
import { PageFailure, reasonOf, tooLate } from '../../lib/net/page-failure.ts';
import { NO_NOTES, type RobotsNotes, signalsFor } from '../../lib/net/robots-notes.ts';
import { COMPARED_PER_PAGE } from '../../lib/net/robots-txt.ts';
import { type Usage, usageIn, usageOf } from '../../lib/net/usage-signals.ts';
import { isChallenge } from '../../lib/pages/obstacle.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { GuardedHttp } from './guarded-http.ts';
import { PagePermits } from './page-permits.ts';
import type { PageThreads } from './page-threads.ts';
import { Robots, type RobotsErrand } from './robots.ts';
import { PAGE, type Wanted } from './wanted.ts';

/** A page that somebody wants to read. */
export interface PageRequest {
  url: string;
  account: string;
  deadline: Deadline;
  /** Aborted when nobody waits for the page any longer. */
  signal?: AbortSignal;
  /** Called before each connection to a site, if that is not refused. */
  onRequest?: () => void;
  /** Called before each request, redirects included; may wait, or refuse it by a rejection. */
  beforeRequest?: (url: URL) => Promise<void>;
  /** Called when it has connected to the page's site, before the request is sent; may refuse it by a rejection. */
  beforeSending?: () => Promise<void>;
  /** Maximum size, if it differs from what this fetcher usually fetches. */
  maxBytes?: number;
  /** Of the page that is already known: where it was in the end (`Fetched.url`), and what it said of its version. */
  validators?: { url: string; etag: string; lastModified: string };
}

/** A page as its server sent it, or the news that the known one is still right. */
export type Fetched =
  | ({ notModified: true } & Freshness)
  | ({
      notModified?: never;
      status: number;
      /** Where it was, after redirects. */
      url: string;
      contentType: string;
      headers: Readonly<Record<string, string>>;
      /** Decompressed. */
      body: Buffer;
      /** Whether its headers say that its server asks for a proof instead. */
      isChallenge: boolean;
      /** What its site says it may be used for, in its headers or in its robots.txt. */
      usage: Usage;
      /** Empty if there is none, as `lastModified`. */
      etag: string;
      lastModified: string;
    } & Freshness);

/** What a fetcher works with. */
export interface PageFetcherOptions {
  extract: Pick<ExtractConfig, 'allow' | 'deny' | 'robots' | 'deadlineMs'>;
  userAgent: string;
  redis: Redis;
  secret: Pick<InstanceSecret, 'load'>;
  errors: ErrorReporter;
  /** What reads robots.txt. */
  threads: PageThreads;
  /** Default: a page. */
  wanted?: Wanted;
  /** For tests: answers in place of the DNS. */
  lookup?: HostLookup;
}

/** Fetches the pages that callers name, within the guards of `guarded-connect.ts` and the permits of `page-permits.ts`. */
export class PageFetcher {
  readonly permits: PagePermits;
  readonly #http: GuardedHttp;
  /** Null if robots.txt is ignored. */
  readonly #robots: Robots | null;
  readonly #errors: ErrorReporter;
  /** The ends of the requests in progress. */
  readonly #endings = new Set<Ending>();
  #isClosed = false;

  constructor({ extract, userAgent, redis, secret, errors, threads, wanted = PAGE, lookup }: PageFetcherOptions) {
    this.permits = new PagePermits(redis, secret, errors, wanted);
    const guard = { rules: extract, lookup: lookup ?? hostLookup(extract.allow) };
    this.#http = new GuardedHttp(guard, this.permits, userAgent, wanted);
    this.#robots = extract.robots ? new Robots(this.#http, threads, extract.deadlineMs) : null;
    this.#errors = errors;
  }

  /** Fetches a page. Rejects with a `PageFailure`. */
  async fetch(request: PageRequest): Promise<Fetched> {
    const ending = new Ending(request.deadline.leftMs(), request.signal);
    this.#endings.add(ending);
    if (this.#isClosed) ending.end();
    try {
      // What is in progress ends soon after; the caller has its answer at once.
      return await until(ending.signal, this.#fetch(request, ending.signal), tooLate);
    } catch (error) {
      throw this.#failureOf(error);
    } finally {
      ending.clear();
      this.#endings.delete(ending);
    }
  }

  /** Rejects with a `PageFailure` if robots.txt does not allow to read a page, which somebody else fetches. */
  async check(request: PageRequest): Promise<void> {
    const ending = new Ending(request.deadline.leftMs(), request.signal);
    const { account, deadline, onRequest } = request;
    try {
      const errand = { account, deadline, signal: ending.signal, onRequest, comparisons: COMPARED_PER_PAGE };
      await this.#robots?.check(new URL(request.url), errand);
    } catch (error) {
      throw this.#failureOf(error);
    } finally {
      ending.clear();
    }
  }

  /** What the robots.txt of a page's site says beside its rules. Nothing is asked if robots.txt is ignored. */
  async robotsNotes({ url, account, deadline, signal, onRequest }: PageRequest): Promise<RobotsNotes> {
    const ending = new Ending(deadline.leftMs(), signal);
    this.#endings.add(ending);
    if (this.#isClosed) ending.end();
    try {
      const errand = { account, deadline, signal: ending.signal, onRequest };
      return (await this.#robots?.notes(new URL(url), errand)) ?? NO_NOTES;
    } catch (error) {
      throw this.#failureOf(error);
    } finally {
      ending.clear();
      this.#endings.delete(ending);
    }
  }

  /** Ends all requests. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const ending of this.#endings) ending.end();
  }

  async #fetch(request: PageRequest, signal: AbortSignal): Promise<Fetched> {
    const { url, account, deadline, onRequest, beforeRequest, beforeSending, maxBytes, validators } = request;
    const errand: RobotsErrand = { account, deadline, signal, onRequest, comparisons: COMPARED_PER_PAGE };
    const { freshness, ...page } = await this.#http.get({
      ...errand,
      beforeSending,
      url,
      maxBytes,
      before: async (hop) => {
        await beforeRequest?.(hop);
        await this.#robots?.check(hop, errand);
      },
      headersFor: ({ href }) => (validators?.url === href ? conditions(validators) : {}),
    });
    if (page.status === 304) {
      if (validators?.url !== page.url) throw new PageFailure('it answered with no page');
      return { notModified: true, ...freshness };
    }
    const { status, headers, body } = page;
    const { 'content-type': contentType = '', etag = '', 'last-modified': lastModified = '' } = headers;
    const usage = usageOf(usageIn(headers), await this.#usageOfSite(new URL(page.url), errand));
    const answer = {
      status,
      url: page.url,
      contentType,
      headers,
      body,
      isChallenge: isChallenge(headers),
      usage,
      etag,
      lastModified,
    };
    return { ...answer, ...freshness };
  }

  /** What robots.txt says of a page that it has allowed: it is known from then. */
  async #usageOfSite(url: URL, errand: RobotsErrand): Promise<Usage> {
    const notes = await this.#robots?.notes(url, errand);
    return notes ? signalsFor(notes, url.pathname + url.search) : {};
  }

  #failureOf(error: unknown): PageFailure {
    if (error instanceof PageFailure) return error;
    const reason = reasonOf(error);
    if (reason === null) this.#errors.report(error, 'fetch a page');
    return new PageFailure(reason ?? 'it could not be read');
  }
}

/** Headers that ask for a page only if it has changed. */
function conditions({ etag, lastModified }: { etag: string; lastModified: string }): Record<string, string> {
  return {
    ...(etag === '' ? {} : { 'if-none-match': etag }),
    ...(lastModified === '' ? {} : { 'if-modified-since': lastModified }),
  };
}
