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
    const [, lang = 'en', path = ''] = /^(?:\/([a-z]{2,3}(?:-[a-z-]+)?))?(\/w\/.*)$/.exec(request.path) ?? [];
    if (path === '/w/api.php') return action(wikiIn(lang), request.query);
    return { status: 404, headers: { 'content-type': 'text/html' }, body: 'Not Found' };
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
  return list === 'search' ? searchPages(wiki, query, articleIn(wiki, query)) : unknownValue('list', list);
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

/** The first article that a generator finds. The real service omits the list if there is none. */
function articleIn(wiki: Wiki, query: URLSearchParams) {
  const [found] = query.get('generator') === 'search' ? wiki.search(query.get('gsrsearch') ?? '') : [];
  return found ? { pages: [pageOf(found)] } : {};
}

const pageOf = remembered((article: Article) => {
  const { title, pageId, lang, url, entry } = article;
  const image = entry.thumbnail ? commonsFile(entry.thumbnail) : null;
  return {
    pageid: pageId,
    ns: 0,
    title,
    index: 1,
    extract: entry.extract,
    ...(image ? { thumbnail: { source: image.thumbnail, width: 330, height: 220 } } : {}),
    description: entry.description,
    descriptionsource: 'local',
    ...(entry.coordinates ? { coordinates: [{ ...entry.coordinates, primary: true, globe: 'earth' }] } : {}),
    pageprops: { wikibase_item: entry.wikidata, ...(entry.disambiguation ? { disambiguation: '' } : {}) },
    contentmodel: 'wikitext',
    pagelanguage: lang,
    pagelanguagehtmlcode: lang,
    pagelanguagedir: 'ltr',
    touched: isoToTheSecond(changedAt(article) ?? new Date()),
    lastrevid: 1_300_000_000 + (hash(title) % 10_000_000),
    length: 4_000 + (hash(title) % 200_000),
    fullurl: url,
    editurl: `https://${lang}.wikipedia.org/w/index.php?title=${url.split('/wiki/')[1]}&action=edit`,
    canonicalurl: url,
  };
}, 60_000);
