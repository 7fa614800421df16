import type { BrowserContext, Page, Route } from 'playwright-core';
import { PageFailure, tooLarge } from '../../lib/net/page-failure.ts';
import type { ReadInput, ReadPage } from '../../lib/pages/read-operation.ts';
import { UNREAD_TYPES, UNSEEN_TYPES, WITHOUT_OWN_WAYS } from './browser-scripts.ts';
import { screenshotOf } from './screenshot.ts';
import { isTracker } from './trackers.ts';

/** A page that has been quiet for half a second is complete; one that never is, after this. */
const SETTLE_MS = 3_000;
const MAX_HTML_CHARS = 5 * 1024 * 1024;
const ENDED = 'its scripts ended the browser';

/**
 * What is loaded: `mayVisit` is asked before each request for a document that would take the place of the page, redirects
 * included, and may reject.
 */
export interface LoadRequest {
  url: string;
  /** Its picture. Images and fonts are loaded for it. */
  screenshot?: ReadInput['screenshot'];
  mayVisit(url: string): Promise<void>;
}

/** A page as a browser shows it. */
export interface LoadedPage {
  /** Where it was in the end. */
  url: string;
  status: number;
  headers: Record<string, string>;
  html: string;
  screenshot?: ReadPage['screenshot'];
}

/** Loads a page in a profile of its own, with at most so many requests. */
export async function loadPage(
  context: BrowserContext,
  { url, mayVisit, screenshot }: LoadRequest,
  maxRequests: number,
): Promise<LoadedPage> {
  await context.addInitScript(WITHOUT_OWN_WAYS);
  const page = await context.newPage();
  let refusal: unknown;
  const crashed = new Promise<never>((_resolve, reject) => {
    page.on('crash', () => reject(new PageFailure(ENDED)));
  });
  // Whoever races with it hears of a crash; a page that ends first leaves it to nobody.
  crashed.catch(() => {});
  // What closes by itself first needs no closing.
  context.on('page', (other) => other !== page && other.close().catch(() => {}));
  // A dialog of a page that has gone is gone as well.
  page.on('dialog', (dialog) => dialog.dismiss().catch(() => {}));
  const unwanted = screenshot ? UNSEEN_TYPES : UNREAD_TYPES;
  let left = maxRequests;
  const decide = (route: Route) => {
    const request = route.request();
    const isWanted = !unwanted.has(request.resourceType()) && !isTracker(request.url(), url) && left > 0;
    if (isWanted) left -= 1;
    // The page has gone: so has its request.
    return (isWanted ? route.continue() : route.abort('blockedbyclient')).catch(() => {});
  };
  await context.route('**/*', decide);
  await guardDocuments(page, async (to) => {
    try {
      await mayVisit(to);
    } catch (error) {
      refusal = error;
      throw error;
    }
  });
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
    return await Promise.race([shown(), crashed]);
  } catch (error) {
    throw refusal ?? error;
  }
}

/** Asks before each request for a document of the page itself. Routes of Playwright do not see redirects. */
async function guardDocuments(page: Page, mayVisit: LoadRequest['mayVisit']): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const decide = async (requestId: string, url: string, isPage: boolean) => {
    try {
      if (isPage) await mayVisit(url);
    } catch {
      // Whoever refuses keeps the reason.
      return await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    }
    return await session.send('Fetch.continueRequest', { requestId });
  };
  session.on('Fetch.requestPaused', ({ requestId, request, frameId }) => {
    // The page has gone: so has its request.
    decide(requestId, request.url, frameId === frameTree.frame.id).catch(() => {});
  });
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] });
}

/** What a browser says of a page, in the words for other pages. */
export function reasonIn(error: unknown): string {
  const { message } = error as Error;
  const code = /net::ERR_(\w+)/.exec(message)?.[1] ?? '';
  if (/CERT/.test(code)) return 'its certificate is not valid';
  if (/TUNNEL|BLOCKED|EMPTY|CONNECTION|ABORTED/.test(code)) return 'the browser could not load it';
  return /closed|crashed/i.test(message) ? ENDED : 'the browser could not load it';
}
