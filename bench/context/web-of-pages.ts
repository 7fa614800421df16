import type { Server } from 'node:http';
import { pagePassages } from '../../lib/pages/chunks.ts';
import { readPage } from '../../lib/pages/read-page.ts';
import { markdownBlocks } from '../../lib/pages/render.ts';
import { bm25 } from '../../lib/text/bm25.ts';
import { listen, pageSites, urlOf } from '../page-sites.ts';
import { frozenPages } from './frozen-pages.ts';
import type { KnownAnswer } from './questions.ts';

const HOSTS = 40;
const RESULTS = 20;
const TEASER_CHARS = 160;

/** How long sites take to answer: from 50 to 150 ms, by page. */
const delayOf = (at: number) => 50 + ((at * 37) % 101);

/** A page, where it is served, and what is read of it. */
export interface ServedPage {
  url: string;
  text: string;
}

/** Sites on loopback with the frozen pages, and an engine that finds them. */
export interface WebOfPages {
  pages: ReadonlyMap<string, ServedPage>;
  /** Settings of a deployment whose engines know these pages and no others. */
  settings: Record<string, string>;
  close(): void;
}

/** Serves the pages, and an engine for these questions, which ranks a page by its best passage. */
export async function webOfPages(known: readonly KnownAnswer[]): Promise<WebOfPages> {
  const frozen = frozenPages();
  // Pages say that they must not be kept, so that every request reads them anew.
  const headers = { 'cache-control': 'no-store' };
  const sites = await pageSites(HOSTS, (number) => frozen[number], { headers, delayMs: delayOf });
  const read = await Promise.all(
    frozen.map(async (page, at) => {
      const url = `${urlOf(sites[at % HOSTS] as Server)}/${at}`;
      const readable = await readPage({ ...page, url });
      const parts = pagePassages(markdownBlocks(readable), readable.lang);
      return { url, title: page.title, text: parts.map(({ text }) => text).join('\n\n'), parts };
    }),
  );
  const passages = read.flatMap(({ parts }, page) =>
    parts.map(({ heading, text, lang }) => ({ text: `${heading}\n${text}`, lang, page })),
  );
  const lists = new Map(
    known.map(({ question }) => {
      const best = new Map<number, number>();
      for (const [at, score] of bm25(question, passages).entries()) {
        const { page } = passages[at] as { page: number };
        if (score > 0) best.set(page, Math.max(score, best.get(page) ?? 0));
      }
      const order = [...best].sort((a, b) => b[1] - a[1]).slice(0, RESULTS);
      return [question, order.map(([page]) => rowOf(read[page] as (typeof read)[number]))];
    }),
  );
  const engine = await listen(({ url = '' }, reply) => {
    const { pathname, searchParams } = new URL(url, 'http://engine');
    const results = lists.get(searchParams.get('q') ?? '') ?? [];
    const body = pathname.includes('web/search')
      ? { type: 'search', query: {}, web: { results } }
      : { response: { status: 'OK', results: [] }, results: [] };
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const address = urlOf(engine);
  return {
    pages: new Map(read.map(({ url, text }) => [url, { url, text }])),
    settings: {
      BRAVE_URL: address,
      MOJEEK_URL: address,
      MARGINALIA_URL: address,
      EXTRACT_ALLOW: '127.0.0.0/8',
    },
    close() {
      for (const server of [...sites, engine]) server.close();
    },
  };
}

function rowOf({ url, title, text }: { url: string; title: string; text: string }): object {
  return { url, title, description: text.slice(0, TEASER_CHARS) };
}
