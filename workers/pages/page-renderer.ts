import { promises as dns } from 'node:dns';
import { once } from 'node:events';
import net, { isIP } from 'node:net';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { Ending, until } from '../../lib/net/ending.ts';
import type { Guard } from '../../lib/net/guarded-connect.ts';
import { hostOf, portOf } from '../../lib/net/may-read.ts';
import { PageFailure, tooLarge, tooLate, tooMany } from '../../lib/net/page-failure.ts';
import type { ReadInput, ReadPage } from '../../lib/pages/read-operation.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { Permits } from '../permits.ts';
import { UNREAD_TYPES, UNSEEN_TYPES, WITHOUT_OWN_WAYS } from './browser-scripts.ts';
import { GuardingProxy } from './guarding-proxy.ts';
import type { Turn } from './page-threads.ts';
import { screenshotOf, VIEWPORT } from './screenshot.ts';
import { sharesOf } from './shares.ts';

/** One account has three of them while nobody else renders, and each of four is sure of one. */
const PAGES_AT_A_TIME = 6;
const RENDER_MS = 10_000;
/** A page that has been quiet for half a second is complete; one that never is, after this. */
const SETTLE_MS = 3_000;
const CONNECT_MS = 3_000;
const MAX_HTML_CHARS = 5 * 1024 * 1024;
const ENDED = 'its scripts ended the browser';
const LIMITS = { requests: 200, bytes: 20 * 1024 * 1024 };

/** A page as a browser shows it, after its scripts have run. */
export interface RenderedPage {
  /** Where it was in the end. */
  url: string;
  status: number;
  headers: Record<string, string>;
  html: string;
  screenshot?: ReadPage['screenshot'];
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

/** What is rendered: `mayVisit` is asked before each document that would take the place of the page, and may reject. */
export interface RenderRequest extends Turn {
  url: string;
  /** Its picture. Images and fonts are loaded for it. */
  screenshot?: ReadInput['screenshot'];
  mayVisit(url: string): Promise<void>;
}

/** Renders pages in the operator's browser, each in a profile of its own behind a guarding proxy. */
export class PageRenderer {
  readonly #options: PageRendererOptions;
  readonly #proxy: GuardingProxy;
  readonly #permits: Permits;
  #browser: Promise<Browser> | undefined;
  #proxyUrl = '';

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
    const ending = new Ending(Math.min(RENDER_MS, request.deadline.leftMs()));
    try {
      const rendered = await this.#inContext(request, ending.signal);
      return { ...rendered, tookMs: Math.round(performance.now() - startedAt) };
    } finally {
      ending.clear();
      permit.release(performance.now() - startedAt);
    }
  }

  async close(): Promise<void> {
    await this.#proxy.close();
    // Who wanted to connect was told that it failed.
    const browser = await this.#browser?.catch(() => null);
    await browser?.close().catch(this.#options.errors.orElse(undefined, 'leave the browser'));
  }

  async #inContext(request: RenderRequest, signal: AbortSignal): Promise<Omit<RenderedPage, 'tookMs'>> {
    const browser = await until(signal, this.#connected(), tooLate);
    const pass = this.#proxy.admit(LIMITS);
    let context: BrowserContext | undefined;
    const work = async () => {
      context = await browser.newContext({
        // Without these words, Chromium would go to addresses of its own machine by itself.
        proxy: { server: this.#proxyUrl, bypass: '<-loopback>', username: pass.username, password: pass.password },
        serviceWorkers: 'block',
        acceptDownloads: false,
        userAgent: this.#options.userAgent,
        viewport: VIEWPORT,
      });
      return await this.#load(context, request, signal);
    };
    try {
      return await until(signal, work(), tooLate);
    } catch (error) {
      if (error instanceof PageFailure) throw pass.isSpent ? new PageFailure('it loads too much for a browser') : error;
      throw new PageFailure(pass.isSpent ? 'it loads too much for a browser' : reasonIn(error));
    } finally {
      pass.close();
      // What a hanging page leaves is closed when the browser gets to it; nobody waits.
      context?.close().catch(this.#options.errors.orElse(undefined, 'close a page in the browser'));
    }
  }

  async #load(context: BrowserContext, { url, mayVisit, screenshot }: RenderRequest, signal: AbortSignal) {
    await context.addInitScript(WITHOUT_OWN_WAYS);
    const page = await context.newPage();
    let refusal: unknown;
    const crashed = new Promise<never>((_resolve, reject) => {
      page.on('crash', () => reject(new PageFailure(ENDED)));
    });
    // It is raced below; when that is over, nobody hears of it.
    // Whoever races with it hears of a crash; a page that ends first leaves it to nobody.
    crashed.catch(() => {});
    // What closes by itself first needs no closing.
    context.on('page', (other) => other !== page && other.close().catch(() => {}));
    // A dialog of a page that has gone is gone as well.
    page.on('dialog', (dialog) => dialog.dismiss().catch(() => {}));
    await context.route('**/*', (route) =>
      this.#decide(route, page, mayVisit, screenshot ? UNSEEN_TYPES : UNREAD_TYPES).catch((error: unknown) => {
        refusal = error;
        // The page has gone: so has its request.
        return route.abort('blockedbyclient').catch(() => {});
      }),
    );
    const shown = async () => {
      const response = await page.goto(url, { waitUntil: 'domcontentloaded', timeout: 0 });
      // A page that never rests is read as it is by then.
      await page.waitForLoadState('networkidle', { timeout: SETTLE_MS }).catch(() => {});
      const html = await page.content();
      if (html.length > MAX_HTML_CHARS) throw tooLarge(MAX_HTML_CHARS);
      const headers = (await response?.allHeaders()) ?? {};
      const picture = screenshot && (await screenshotOf(page, screenshot));
      return { url: page.url(), status: response?.status() ?? 200, headers, html, screenshot: picture };
    };
    try {
      return await until(signal, Promise.race([shown(), crashed]), tooLate);
    } catch (error) {
      throw refusal ?? error;
    }
  }

  async #decide(
    route: Route,
    page: Page,
    mayVisit: RenderRequest['mayVisit'],
    unwanted: ReadonlySet<string>,
  ): Promise<void> {
    const request = route.request();
    if (unwanted.has(request.resourceType())) return await route.abort('blockedbyclient');
    const isPage = request.isNavigationRequest() && request.frame() === page.mainFrame();
    if (isPage) await mayVisit(request.url());
    await route.continue();
  }

  /** The browser, to which one connection leads. It is made anew after it was lost. */
  #connected(): Promise<Browser> {
    this.#browser ??= this.#connect().catch((error: unknown) => {
      this.#browser = undefined;
      this.#options.errors.report(error, 'connect to the browser', { hint: 'Is BROWSER_URL right, and does it run?' });
      throw new PageFailure('the browser of this instance cannot be reached');
    });
    return this.#browser;
  }

  async #connect(): Promise<Browser> {
    const { chromium } = await import('playwright-core');
    const url = await withAddress(new URL(this.#options.browserUrl));
    const host = await ownAddressTowards(url);
    const port = await this.#proxy.listen(host);
    this.#proxyUrl = `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
    const browser = await chromium.connectOverCDP(url.href, { timeout: CONNECT_MS });
    browser.on('disconnected', () => {
      this.#browser = undefined;
    });
    return browser;
  }
}

/** Chromium takes commands only from those who call it by an address, so that no page can. */
async function withAddress(url: URL): Promise<URL> {
  if (isIP(hostOf(url)) !== 0 || hostOf(url) === 'localhost' || !/^(?:http|ws):$/.test(url.protocol)) return url;
  const { address, family } = await dns.lookup(hostOf(url));
  const direct = new URL(url);
  direct.hostname = family === 6 ? `[${address}]` : address;
  return direct;
}

/** The address of this machine at which the browser finds it. */
async function ownAddressTowards(url: URL): Promise<string> {
  const port = /^(?:ws|http):$/.test(url.protocol) ? portOf(new URL(`http://${url.host}`)) : Number(url.port || 443);
  const socket = net.connect({ host: hostOf(url), port, timeout: CONNECT_MS });
  socket.on('timeout', () => socket.destroy(new Error('The browser does not answer.')));
  try {
    await once(socket, 'connect');
    return (socket.localAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
  } finally {
    socket.destroy();
  }
}

/** What a browser says of a page, in the words for other pages. */
function reasonIn(error: unknown): string {
  const { message } = error as Error;
  const code = /net::ERR_(\w+)/.exec(message)?.[1] ?? '';
  if (/CERT/.test(code)) return 'its certificate is not valid';
  if (/TUNNEL|BLOCKED|EMPTY|CONNECTION|ABORTED/.test(code)) return 'the browser could not load it';
  return /closed|crashed/i.test(message) ? ENDED : 'the browser could not load it';
}
