import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { Ending, until } from '../../lib/net/ending.ts';
import type { Guard } from '../../lib/net/guarded-connect.ts';
import { hostOf } from '../../lib/net/may-read.ts';
import { PageFailure, tooLate, tooMany } from '../../lib/net/page-failure.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { Permits } from '../permits.ts';
import { BrowserLink } from './browser-link.ts';
import { GuardingProxy } from './guarding-proxy.ts';
import { type LoadedPage, type LoadRequest, loadPage, reasonIn } from './load-page.ts';
import type { Turn } from './page-threads.ts';
import { VIEWPORT } from './screenshot.ts';
import { sharesOf } from './shares.ts';

/** One account has three of them while nobody else renders, and each of four is sure of one. */
const PAGES_AT_A_TIME = 6;
const RENDER_MS = 10_000;
const CONNECT_MS = 3_000;
/** A browser that was there so lately is being restarted. */
const RESTART_MS = 5_000;
const AGAIN_MS = 250;
const LIMITS = { requests: 200, bytes: 20 * 1024 * 1024 };
const TOO_MUCH = 'it loads too much for a browser';
/** What may come from the browser about a page: its HTML, escaped, and pictures of it that turn out too large. */
const MAX_TOLD_BYTES = 32 * 1024 * 1024;
const MAX_SHOWN_BYTES = 128 * 1024 * 1024;

/** The browser has ended, perhaps because of another page: whoever can should try again. */
export class BrowserLost extends PageFailure {}

/** A page as a browser shows it, after its scripts have run. */
export interface RenderedPage extends LoadedPage {
  tookMs: number;
}

/** What a `PageRenderer` works with. */
export interface PageRendererOptions {
  /** Where a Chromium takes commands. */
  browserUrl: string;
  guard: Guard;
  userAgent: string;
  redis: Redis;
  errors: ErrorReporter;
  /** How many this process renders at a time. */
  pagesAtATime?: number;
}

/** What is rendered. */
export interface RenderRequest extends Turn, LoadRequest {
  /** Aborted when nobody waits for the page any longer. */
  signal?: AbortSignal;
}

/** Renders pages in the operator's browser, each in a profile of its own behind a guarding proxy. */
export class PageRenderer {
  readonly #options: PageRendererOptions;
  readonly #proxy: GuardingProxy;
  readonly #permits: Permits;
  readonly #links = new Set<BrowserLink>();
  #seenAt = Number.NEGATIVE_INFINITY;

  constructor(options: PageRendererOptions) {
    this.#options = options;
    this.#proxy = new GuardingProxy(options.guard, options.errors);
    this.#permits = new Permits(sharesOf(options.pagesAtATime ?? PAGES_AT_A_TIME), options.redis, options.errors);
  }

  /** Renders a page. Rejects with a `PageFailure`. */
  async render(request: RenderRequest): Promise<RenderedPage> {
    const permit = await this.#permits.take(request.account, request.deadline);
    if (typeof permit === 'string') throw tooMany();
    const startedAt = performance.now();
    const ending = new Ending(Math.min(RENDER_MS, request.deadline.leftMs()), request.signal);
    try {
      const rendered = await this.#inContext(request, ending.signal);
      return { ...rendered, tookMs: Math.round(performance.now() - startedAt) };
    } finally {
      ending.clear();
      permit.release(performance.now() - startedAt);
    }
  }

  async close(): Promise<void> {
    for (const link of this.#links) link.close();
    await this.#proxy.close();
  }

  async #inContext(request: RenderRequest, signal: AbortSignal): Promise<LoadedPage> {
    const pass = this.#proxy.admit(LIMITS);
    let link: BrowserLink | undefined;
    const work = async () => {
      link = await this.#connected(request.screenshot ? MAX_SHOWN_BYTES : MAX_TOLD_BYTES, signal);
      try {
        const server = await this.#proxyTowards(link);
        const browser = await link.browser();
        const context = await browser.newContext({
          // Without these words, Chromium would go to addresses of its own machine by itself.
          proxy: { server, bypass: '<-loopback>', username: pass.username, password: pass.password },
          serviceWorkers: 'block',
          acceptDownloads: false,
          userAgent: this.#options.userAgent,
          viewport: VIEWPORT,
        });
        return await loadPage(context, request, LIMITS.requests);
      } finally {
        // Its profile ends with it, and so does whatever a page still does there.
        link.close();
        this.#links.delete(link);
      }
    };
    try {
      return await until(signal, work(), tooLate);
    } catch (error) {
      if (pass.isSpent || link?.isSpent) throw new PageFailure(TOO_MUCH);
      if (error instanceof PageFailure) throw error;
      throw link?.isLost ? new BrowserLost('the browser of this instance has ended') : new PageFailure(reasonIn(error));
    } finally {
      pass.close();
      // Of a page that came too late, too.
      link?.close();
    }
  }

  /** A connection to the browser. One that was there a moment ago is waited for: it is being restarted. */
  async #connected(maxBytes: number, signal: AbortSignal): Promise<BrowserLink> {
    const ending = new Ending(CONNECT_MS, signal);
    try {
      for (;;) {
        try {
          const link = await BrowserLink.to(await withAddress(this.#options.browserUrl), maxBytes, ending.signal);
          this.#seenAt = performance.now();
          this.#links.add(link);
          return link;
        } catch (error) {
          if (signal.aborted) throw tooLate();
          const isRestarting = performance.now() - this.#seenAt < RESTART_MS && !ending.signal.aborted;
          if (!isRestarting) throw this.#unreachable(error);
          await pause(AGAIN_MS);
        }
      }
    } finally {
      ending.clear();
    }
  }

  #unreachable(error: unknown): PageFailure {
    this.#options.errors.report(error, 'connect to the browser', { hint: 'Is BROWSER_URL right, and does it run?' });
    return new BrowserLost('the browser of this instance cannot be reached');
  }

  /** Where the browser finds the proxy. */
  async #proxyTowards({ ownAddress: host }: BrowserLink): Promise<string> {
    return `http://${isIP(host) === 6 ? `[${host}]` : host}:${await this.#proxy.listen(host)}`;
  }
}

/** Chromium takes commands only from those who call it by an address, so that no page can. */
async function withAddress(browserUrl: string): Promise<URL> {
  const url = new URL(browserUrl);
  if (isIP(hostOf(url)) !== 0 || hostOf(url) === 'localhost' || !/^(?:http|ws):$/.test(url.protocol)) return url;
  const { address, family } = await dns.lookup(hostOf(url));
  const direct = new URL(url);
  direct.hostname = family === 6 ? `[${address}]` : address;
  return direct;
}
