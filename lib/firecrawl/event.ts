import type { CrawlDialect } from '../crawl/crawl-request.ts';
import type { ReadPage } from '../pages/read-operation.ts';
import { firecrawlDocument } from './document.ts';
import { uuidOf } from './uuid.ts';

/** What has happened in a crawl, for its webhook. */
export type CrawlHappening =
  | { type: 'started' }
  | { type: 'page'; url: string; page: ReadPage }
  /** A page that could not be read. */
  | { type: 'page'; url: string; reason: string }
  | { type: 'completed' | 'partial' | 'cancelled' | 'failed'; reason: string };

/** The events that Firecrawl has, which its receivers check. */
const TYPES = {
  started: 'started',
  page: 'page',
  completed: 'completed',
  // Its clients know no other words.
  partial: 'completed',
  cancelled: 'failed',
  failed: 'failed',
} as const;

/** The type of an event in Firecrawl's words: `crawl.page`. */
export function firecrawlType({ type }: Pick<CrawlHappening, 'type'>, { kind }: Pick<CrawlDialect, 'kind'>): string {
  return `${kind}.${TYPES[type]}`;
}

/** The body of a webhook in Firecrawl's shape. `webhookId` is the same for every try. */
export function firecrawlEvent(
  happening: CrawlHappening,
  { id, webhookId, dialect }: { id: string; webhookId: string; dialect: CrawlDialect },
): Record<string, unknown> {
  const error = errorIn(happening);
  const hasPage = 'page' in happening;
  return {
    success: error === '',
    type: firecrawlType(happening, dialect),
    id: uuidOf(id),
    webhookId,
    data: hasPage ? [firecrawlDocument(happening.url, happening.page, dialect.texts)] : unread(happening),
    metadata: dialect.metadata ?? {},
    ...(error !== '' && { error }),
  };
}

/** A page that could not be read is told by its address. */
function unread(happening: CrawlHappening): Record<string, unknown>[] {
  if (happening.type !== 'page' || 'page' in happening) return [];
  return [{ metadata: { sourceURL: happening.url, url: happening.url, error: happening.reason } }];
}

function errorIn(happening: CrawlHappening): string {
  if (happening.type === 'cancelled') return 'The crawl was cancelled.';
  if (happening.type !== 'failed' && happening.type !== 'page') return '';
  return 'reason' in happening ? happening.reason : '';
}
