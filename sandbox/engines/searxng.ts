import { type CorpusQuery, type Found, rowsOf } from '../corpus-index.ts';
import { engineIndexes } from '../engine-indexes.ts';
import { findCard } from '../infobox-finder.ts';
import { correctSpelling } from '../spelling.ts';
import { Suggester } from '../suggester.ts';
import type { SandboxRequest, SandboxResponse, Upstream } from '../upstream.ts';
import { generalRow, imageRow, infoboxRow, newsRow, type Row, UNRESPONSIVE, videoRow } from './searxng-rows.ts';

const known = engineIndexes('searxng', {
  titleWeight: 2.5,
  covers: {
    pages: { reference: 90, documentation: 85, 'small-web': 60, news: 85, forum: 85, institution: 85, commercial: 90 },
  },
});
const suggester = new Suggester('searxng', 85);

const PER_PAGE = 20;
const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 31, year: 365 };

/** The searches of each category; unknown categories are ignored. */
const categories: Readonly<Record<string, (query: CorpusQuery) => Found<Row>>> = {
  general: rowsOf(known.web, generalRow),
  images: rowsOf(known.images, imageRow),
  news: rowsOf(known.news, newsRow),
  videos: rowsOf(known.videos, videoRow),
};

/** Stand-in for a SearXNG instance with the JSON format enabled. */
export const searxng: Upstream = {
  slug: 'searxng',
  handle(request) {
    if (request.path === '/search') return search(request.query);
    if (request.path === '/autocompleter') return complete(request);
    return page(404, 'Page not found');
  },
};

function search(fields: URLSearchParams): SandboxResponse {
  if (fields.get('format') !== 'json') {
    return page(403, '403 Forbidden');
  }
  const q = fields.get('q')?.trim() ?? '';
  if (q === '') return { status: 400, body: { error: 'No query' } };
  const invalid = invalidParameter(fields);
  if (invalid)
    return { status: 400, body: { error: `Invalid value "${fields.get(invalid)}" for parameter ${invalid}` } };
  // An external bang redirects the user to another site.
  if (/(^|\s)!!/.test(q)) return { status: 302, headers: { location: 'https://duckduckgo.com/' }, body: '' };

  const asked = (fields.get('categories') ?? 'general').split(',').filter((name) => name in categories);
  const names = asked.length > 0 ? asked : ['general'];
  const pageno = Number(fields.get('pageno') ?? 1);
  const lang = fields.get('language') ?? 'all';
  const correction = correctSpelling(q);
  const query: CorpusQuery = {
    text: q,
    lang: lang === 'all' || lang === 'auto' ? '' : lang.slice(0, 2),
    safe: (fields.get('safesearch') ?? '0') !== '0',
    withinDays: DAYS[fields.get('time_range') ?? ''],
  };
  const first = (pageno - 1) * PER_PAGE;
  const rows = names.flatMap((name) => categories[name]?.(query).slice(first, first + PER_PAGE) ?? []);
  const card = names.includes('general') && pageno === 1 ? findCard(q) : null;
  return {
    status: 200,
    body: {
      query: q,
      results: rows.map((row, rank) => ({ ...row, positions: [first + rank + 1], score: 1 / (first + rank + 1) })),
      answers: [],
      corrections: correction ? [correction] : [],
      infoboxes: card ? [infoboxRow(card)] : [],
      suggestions: names.includes('general') ? suggester.related(q, 8) : [],
      unresponsive_engines: names.flatMap((name) => UNRESPONSIVE[name] ?? []),
    },
  };
}

function invalidParameter(fields: URLSearchParams): string | undefined {
  const valid: Readonly<Record<string, RegExp>> = {
    pageno: /^[1-9]\d*$/,
    time_range: /^(day|week|month|year)?$/,
    safesearch: /^[012]$/,
    language: /^(all|auto|[a-z]{2,3}(-[a-zA-Z]{2,4})?)$/,
  };
  return Object.keys(valid).find((name) => {
    const text = fields.get(name);
    return text !== null && !valid[name]?.test(text);
  });
}

function complete({ query, headers }: SandboxRequest): SandboxResponse {
  const q = query.get('q') ?? '';
  const found = suggester.complete(q, 'en', 10);
  if (headers['x-requested-with'] === 'XMLHttpRequest') return { status: 200, body: found };
  return {
    status: 200,
    headers: { 'content-type': 'application/x-suggestions+json' },
    body: [q, found, [], [], { 'google:suggestrelevance': found.map((_, rank) => 600 - rank) }],
  };
}

function page(status: number, title: string): SandboxResponse {
  return { status, headers: { 'content-type': 'text/html' }, body: `<!doctype html><h1>${title}</h1>` };
}
