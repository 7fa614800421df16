import { isoToTheSecond } from '../../lib/providers/wire-wording.ts';
import { commonsFile } from '../commons-files.ts';
import { changedAt, hash, remembered } from '../corpus-index.ts';
import { correctSpelling } from '../spelling.ts';
import type { SandboxResponse, Upstream } from '../upstream.ts';
import { type Article, redirectOf, type Wiki, wikiIn } from './articles.ts';
import {
  apiError,
  marked,
  missingParameter,
  refuseAnonymous,
  requireJson,
  unknownValue,
  wholeNumber,
  yes,
} from './mediawiki.ts';

/** Stand-in for Wikipedia in every language, at paths such as `/<lang>/w/api.php`; the default language is English. */
export const wikipedia: Upstream = {
  slug: 'wikipedia',
  handle(request) {
    const refusal = refuseAnonymous(request);
    if (refusal) return refusal;
    const [, lang = 'en', path = ''] = /^(?:\/([a-z]{2,3}(?:-[a-z-]+)?))?(\/(?:w|api)\/.*)$/.exec(request.path) ?? [];
    const wiki = wikiIn(lang);
    if (path === '/w/api.php') return action(wiki, request.query);
    const title = /^\/api\/rest_v1\/page\/summary\/([^/]+)$/.exec(path)?.[1];
    return title ? summary(wiki, title) : { status: 404, headers: { 'content-type': 'text/html' }, body: 'Not Found' };
  },
};

function action(wiki: Wiki, query: URLSearchParams): SandboxResponse {
  const notJson = requireJson(query);
  if (notJson) return notJson;
  const name = query.get('action') ?? 'help';
  if (name === 'opensearch') return openSearch(wiki, query);
  if (name !== 'query') return unknownValue('action', name);
  if (query.get('meta') === 'siteinfo') return siteInfo(wiki, query);
  const list = query.get('list') ?? '';
  return list === 'search' ? searchPages(wiki, query) : unknownValue('list', list);
}

/** The reply to a search. `besides` is what the same request asked of the wiki itself. */
export function searchPages(wiki: Wiki, query: URLSearchParams, besides = {}): SandboxResponse {
  const text = query.get('srsearch') ?? '';
  if (text.trim() === '') return missingParameter('srsearch');
  if (text.length > 300) {
    const info = `Search request is longer than the maximum allowed length. Actual: ${text.length}; allowed: 300`;
    return apiError('cirrussearch-query-too-long', info);
  }
  const limit = wholeNumber(query, 'srlimit', 10, [1, 500]);
  const offset = wholeNumber(query, 'sroffset', 0, [0, 9_999]);
  if (typeof limit !== 'number') return limit;
  if (typeof offset !== 'number') return offset;
  const properties = (query.get('srprop') ?? 'size|wordcount|timestamp|snippet').split('|');
  const info = (query.get('srinfo') ?? 'totalhits|suggestion').split('|');
  const found = wiki.search(text);
  const suggestion = info.includes('suggestion') ? correctSpelling(text) : null;
  return {
    status: 200,
    body: {
      batchcomplete: yes(query),
      ...(found.length > offset + limit ? { continue: { sroffset: offset + limit, continue: '-||' } } : {}),
      query: {
        ...besides,
        searchinfo: {
          ...(info.includes('totalhits') ? { totalhits: found.length } : {}),
          ...(suggestion ? { suggestion, suggestionsnippet: `<em>${suggestion}</em>` } : {}),
        },
        search: found.slice(offset, offset + limit).map((article) => hit(article, text, properties)),
      },
    },
  };
}

function hit(article: Article, text: string, properties: string[]) {
  const { title, pageId, entry, daysAgo, url } = article;
  const size = 4_000 + (hash(title) % 200_000);
  const all: Record<string, unknown> = {
    size,
    wordcount: Math.round(size / 10),
    snippet: marked(entry.extract.slice(0, 180), text),
    timestamp: isoToTheSecond(changedAt({ title, url, daysAgo }) ?? new Date()),
    redirecttitle: redirectOf(article, text),
  };
  const asked = Object.entries(all).filter(([name, value]) => properties.includes(name) && value !== undefined);
  return { ns: 0, title, pageid: pageId, ...Object.fromEntries(asked) };
}

function openSearch(wiki: Wiki, query: URLSearchParams): SandboxResponse {
  const text = query.get('search') ?? '';
  if (text === '') return missingParameter('search');
  const limit = wholeNumber(query, 'limit', 10, [1, 500]);
  if (typeof limit !== 'number') return limit;
  const found = wiki.complete(text, limit);
  return {
    status: 200,
    body: [text, found.map(({ title }) => title), found.map(() => ''), found.map(({ url }) => url)],
  };
}

function siteInfo({ lang }: Wiki, query: URLSearchParams): SandboxResponse {
  const general = {
    mainpage: 'Main Page',
    base: `https://${lang}.wikipedia.org/wiki/Main_Page`,
    sitename: 'Wikipedia',
    generator: 'MediaWiki 1.45.0',
    lang,
  };
  return { status: 200, body: { batchcomplete: yes(query), query: { general } } };
}

function summary(wiki: Wiki, encodedTitle: string): SandboxResponse {
  const title = decoded(encodedTitle);
  if (title === null || /[<>[\]{}|#]/.test(title)) {
    return { status: 400, body: problem(wiki, encodedTitle, 'Invalid request', 'title-invalid-characters') };
  }
  const article = wiki.article(title);
  if (!article) return { status: 404, body: problem(wiki, encodedTitle, 'Not found.', 'Page or revision not found.') };
  return { status: 200, body: summaryOf(article) };
}

const summaryOf = remembered((article: Article) => {
  const { title, pageId, lang, url, entry } = article;
  const display = `<span class="mw-page-title-main">${title}</span>`;
  const name = url.split('/wiki/')[1] ?? '';
  const image = entry.thumbnail ? commonsFile(entry.thumbnail) : null;
  const links = (host: string, history: string) => ({
    page: `https://${host}/wiki/${name}`,
    revisions: history,
    edit: `https://${host}/wiki/${name}?action=edit`,
    talk: `https://${host}/wiki/Talk:${name}`,
  });
  const [desktop, mobile] = [`${lang}.wikipedia.org`, `${lang}.m.wikipedia.org`];
  return {
    type: entry.disambiguation ? 'disambiguation' : 'standard',
    title,
    displaytitle: display,
    namespace: { id: 0, text: '' },
    wikibase_item: entry.wikidata,
    titles: { canonical: title.replaceAll(' ', '_'), normalized: title, display },
    pageid: pageId,
    ...(image
      ? {
          thumbnail: { source: image.thumbnail, width: 330, height: 220 },
          originalimage: { source: image.original, width: 3_000, height: 2_000 },
        }
      : {}),
    lang,
    dir: 'ltr',
    revision: String(1_300_000_000 + (hash(title) % 10_000_000)),
    tid: '3f1b1c1e-0000-11f0-9000-000000000000',
    timestamp: isoToTheSecond(changedAt(article) ?? new Date()),
    description: entry.description,
    description_source: 'local',
    ...(entry.coordinates ? { coordinates: entry.coordinates } : {}),
    content_urls: {
      desktop: links(desktop, `${url}?action=history`),
      mobile: links(mobile, `https://${mobile}/wiki/Special:History/${name}`),
    },
    extract: entry.extract,
    extract_html: `<p>${entry.extract.replaceAll('&', '&amp;').replace(title, `<b>${title}</b>`)}</p>`,
  };
}, 60_000);

function problem({ lang }: Wiki, title: string, message: string, detail: string) {
  const uri = `/${lang}.wikipedia.org/v1/page/summary/${title}`;
  return { type: 'Internal error', title: message, method: 'get', detail, uri };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
