import type { QueuedPage } from '../../lib/crawl/crawl-request.ts';
import { isRunning } from '../../lib/crawl/crawl-steps.ts';
import { Deadline } from '../../lib/deadline.ts';
import { PageFailure } from '../../lib/net/page-failure.ts';
import { usageIn } from '../../lib/net/usage-signals.ts';
import { isChallenge } from '../../lib/pages/obstacle.ts';
import type { Turn } from '../pages/page-threads.ts';
import type { CrawlInWork, CrawlServices } from './crawl-services.ts';
import { cancelled, type GatedRequest, LOOK_AGAIN_MS } from './gated-request.ts';
import type { Answer } from './visit-page.ts';

/** A page whose scripts lead elsewhere, which takes a turn of its own. */
export class MovedByScript extends PageFailure {
  readonly to: string;

  constructor(to: string) {
    super('its scripts lead elsewhere');
    this.to = to;
  }
}

/**
 * Loads a page in the browser, whose scripts then load what they need. The document is one request of its host, as any page:
 * the gate stays shut until it is complete, and the browser goes to no other one.
 */
export async function renderPage(
  services: Pick<CrawlServices, 'renderer' | 'redis' | 'errors'>,
  crawl: CrawlInWork,
  page: QueuedPage,
  request: GatedRequest,
  turn: Turn,
): Promise<Answer & { renderedMs: number }> {
  const { renderer, redis } = services;
  if (renderer === null) throw new PageFailure('this instance has no browser (BROWSER_URL)');
  const mayVisit = async (url: string) => {
    if (url !== page.url) throw new MovedByScript(url);
    if (request.wasTried) throw new PageFailure('its scripts load it again and again');
    await request.maySend(() => isRunning(redis, crawl.id));
    request.onRequest();
  };
  const deadline = Deadline.in(Math.min(turn.deadline.leftMs(), request.leftMs));
  const { account } = turn;
  const { url, status, headers, html, tookMs } = await whileRunning(services, crawl.id, (signal) =>
    renderer.render({ account, deadline, url: page.url, mayVisit, signal }),
  );
  if (new URL(url).host !== new URL(page.url).host) throw new MovedByScript(url);
  return {
    status,
    url,
    headers,
    contentType: 'text/html; charset=utf-8',
    body: Buffer.from(html),
    isChallenge: isChallenge(headers),
    usage: usageIn(headers),
    etag: '',
    lastModified: '',
    freshForMs: 0,
    mayKeep: false,
    renderedMs: tookMs,
  };
}

/** The scripts of a page ask on while it is rendered, so that a crawl that is cancelled ends it. */
async function whileRunning<T>(
  { redis, errors }: Pick<CrawlServices, 'redis' | 'errors'>,
  id: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const look = async () => {
    if (!(await isRunning(redis, id))) over.abort();
  };
  const looks = setInterval(() => look().catch(errors.unlessAway('look at a crawl')), LOOK_AGAIN_MS);
  try {
    return await work(over.signal);
  } catch (error) {
    // The browser says of a page that was closed that it has failed.
    throw over.signal.aborted ? cancelled() : error;
  } finally {
    clearInterval(looks);
  }
}
