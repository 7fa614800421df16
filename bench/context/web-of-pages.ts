import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pagePassages } from '../../lib/pages/chunks.ts';
import { readPage } from '../../lib/pages/read-page.ts';
import { markdownBlocks } from '../../lib/pages/render.ts';
import { bm25 } from '../../lib/text/bm25.ts';
import { type FrozenPage, frozenPages } from './frozen-pages.ts';
import type { KnownAnswer } from './questions.ts';

/** Workers make two requests to a host at a time, so one host would measure that limit. */
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

async function listen(handler: RequestListener, host = '127.0.0.1'): Promise<Server> {
  const server = createServer(handler).listen(0, host);
  await once(server, 'listening');
  return server;
}

const urlOf = (server: Server) => {
  const { address, port } = server.address() as AddressInfo;
  return `http://${address}:${port}`;
};

/** Serves the pages, and an engine for these questions, which ranks a page by its best passage. */
export async function webOfPages(known: readonly KnownAnswer[]): Promise<WebOfPages> {
  const frozen = frozenPages();
  const sites = await Promise.all(Array.from({ length: HOSTS }, (_, at) => listen(site(frozen), `127.0.0.${at + 2}`)));
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

/** Pages say that they must not be kept, so that every request reads them anew. */
function site(pages: readonly FrozenPage[]): RequestListener {
  return ({ url = '' }, reply) => {
    const at = Number(url.slice(1));
    const page = pages[at];
    if (!page) return void reply.writeHead(404).end();
    const headers = { 'content-type': page.contentType, 'cache-control': 'no-store' };
    setTimeout(() => reply.writeHead(200, headers).end(page.body), delayOf(at));
  };
}

function rowOf({ url, title, text }: { url: string; title: string; text: string }): object {
  return { url, title, description: text.slice(0, TEASER_CHARS) };
}
