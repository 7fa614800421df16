import type { Config } from '../../lib/config/config.ts';
import { type Cost, searchIn } from '../../lib/limits/cost.ts';
import type { ReadPage } from '../../lib/pages/read-operation.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import {
  orReasons,
  type PageOptions,
  type PageResult,
  pagesFor,
  readPages,
  searchesFor,
  USUAL,
} from '../lookups/pages.ts';

/**
 * Which pages a browser renders for other services' clients, which mostly have no word for it: wherever there is a browser,
 * those that show nothing without their scripts.
 */
export function renderingBy({ extract }: Pick<Config, 'extract'>): 'auto' | 'off' {
  return extract.browserUrl === '' ? 'off' : 'auto';
}

/** What reading so many pages costs at most. */
export function costOfReading(pages: number, config: Pick<Config, 'extract'>): Cost {
  return searchIn('extract', searchesFor(pages * pagesFor(renderingBy(config))));
}

/** Reads pages for a request of a dialect. The request has the time limit of reading, or a shorter one of its client. */
export function readFor(
  context: RequestContext<unknown>,
  urls: readonly string[],
  wanted: Partial<PageOptions>,
  withinMs = Number.POSITIVE_INFINITY,
): Promise<PageResult[]> {
  const { services, reply } = context;
  const leftMs = Math.min(services.config.extract.deadlineMs, withinMs) - reply.elapsedTime;
  const options = { ...USUAL, render: renderingBy(services.config), ...wanted };
  return readPages(urls, options, services, { ...context, deadlineMs: Math.max(1, leftMs) });
}

/** Reads the pages that a search has found, without a browser, which takes longer. The search succeeds without them. */
export async function readFound(
  context: RequestContext<unknown>,
  urls: readonly string[],
  wanted: Partial<PageOptions>,
  withinMs?: number,
): Promise<PageResult[]> {
  return urls.length === 0 ? [] : orReasons(urls, readFor(context, urls, { ...wanted, render: 'off' }, withinMs));
}

/** About as many characters are a token of a language model. */
const CHARS_PER_TOKEN = 4;

/** An estimate of the tokens of a text. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN);
}

/** The warning beside a text that is not the page's. */
export const NOT_READ = 'The page was not read: its text is the description of the engines.';

/** The warning of a page of which only a part could be read; empty for others. */
export function partialWarning({ partial = '' }: Pick<ReadPage, 'partial'>): string {
  if (partial === 'uncertain') return 'No article was found on the page: this is all of its sections.';
  return partial && `Only a part of the page could be read: ${partial}.`;
}

/** The same as a field, for formats that have no place for warnings. */
export function partialField(page: Pick<ReadPage, 'partial'> | null | undefined): { warning?: string } {
  const warning = page ? partialWarning(page) : '';
  return warning === '' ? {} : { warning };
}
