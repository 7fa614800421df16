import { BAD_KEY } from '../../lib/providers/stand-in.ts';
import { type Found, rowsOf } from '../corpus-index.ts';
import { engineIndexes } from '../engine-indexes.ts';
import { findCard } from '../infobox-finder.ts';
import { correctSpelling } from '../spelling.ts';
import { Suggester } from '../suggester.ts';
import type { SandboxResponse, Upstream } from '../upstream.ts';
import { type BraveEndpoint, FRESHNESS_DAYS, failure, invalidParameter } from './brave-parameters.ts';
import { imageRow, infoboxRow, newsRow, videoRow, webRow } from './brave-rows.ts';

const known = engineIndexes('brave', {
  titleWeight: 3,
  covers: {
    pages: { reference: 95, documentation: 95, 'small-web': 45, news: 95, forum: 90, institution: 90, commercial: 95 },
  },
});
const suggester = new Suggester('brave', 88);

const find = {
  web: rowsOf(known.web, webRow),
  images: rowsOf(known.images, imageRow),
  news: rowsOf(known.news, newsRow),
  videos: rowsOf(known.videos, videoRow),
};

/** Stand-in for the Brave Search API, as strict about parameters as the real one. */
export const brave: Upstream = {
  slug: 'brave',
  handle({ headers, path, query }) {
    const token = headers['x-subscription-token'];
    if (!token || token === BAD_KEY) {
      return failure(422, 'SUBSCRIPTION_TOKEN_INVALID', 'The provided subscription token is invalid.', {
        component: 'authentication',
      });
    }
    const endpoint = /^\/res\/v1\/(web|images|news|videos|suggest)\/search$/.exec(path)?.[1] as BraveEndpoint;
    if (!endpoint) return failure(404, 'NOT_FOUND', 'Not found', {});
    return invalidParameter(endpoint, query) ?? answers[endpoint](query);
  },
};

const answers: Readonly<Record<BraveEndpoint, (query: URLSearchParams) => SandboxResponse>> = {
  web: webSearch,
  images: (query) => {
    const { asked, wanted, about } = read(query, 50, 'strict');
    const results = find.images(wanted).slice(0, about.count);
    return ok({ type: 'images', query: asked, results, extra: { might_be_offensive: false } });
  },
  news: (query) => {
    const { asked, wanted, page } = read(query, 20, 'moderate');
    return ok({ type: 'news', query: asked, results: page(find.news(wanted)) });
  },
  videos: (query) => {
    const { asked, wanted, page } = read(query, 20, 'moderate');
    const results = page(find.videos(wanted));
    return ok({ type: 'videos', query: asked, results, extra: { might_be_offensive: false } });
  },
  suggest: (query) => {
    const original = query.get('q') ?? '';
    const found = suggester.complete(original, languageIn(query, 'lang'), Number(query.get('count') ?? 5));
    return ok({ type: 'suggest', query: { original }, results: found.map((text) => ({ query: text })) });
  },
};

function webSearch(query: URLSearchParams): SandboxResponse {
  const { asked, wanted, page, about } = read(query, 20, 'moderate');
  const found = find.web(wanted);
  const shown = page(found);
  const withCard = query.get('result_filter')?.split(',').includes('infobox') && about.offset === 0;
  const card = withCard ? findCard(wanted.text) : null;
  const body: Record<string, unknown> = {
    query: {
      ...asked,
      is_navigational: false,
      country: 'us',
      more_results_available: found.total > (about.offset + 1) * about.count,
    },
    mixed: {
      type: 'mixed',
      main: shown.map((_, i) => ({ type: 'web', index: i, all: false })),
      top: [],
      side: card ? [{ type: 'infobox', index: 0, all: true }] : [],
    },
    type: 'search',
  };
  // The real service omits empty blocks.
  if (card) body.infobox = { type: 'graph', results: [infoboxRow(card)] };
  if (shown.length > 0) body.web = { type: 'search', results: shown, family_friendly: true };
  return ok(body);
}

/** Parses the parameters that all kinds of search share. */
function read(query: URLSearchParams, defaultCount: number, defaultSafe: string) {
  const q = query.get('q') ?? '';
  const unspelled = ['false', '0'].includes(query.get('spellcheck') ?? '');
  const altered = unspelled ? null : correctSpelling(q);
  const count = Number(query.get('count') ?? defaultCount);
  const offset = Number(query.get('offset') ?? 0);
  return {
    asked: { original: q, ...(altered ? { altered } : {}), spellcheck_off: false, show_strict_warning: false },
    wanted: {
      text: altered ?? q,
      lang: languageIn(query, 'search_lang'),
      safe: (query.get('safesearch') ?? defaultSafe) !== 'off',
      withinDays: FRESHNESS_DAYS[query.get('freshness') ?? ''],
    },
    about: { count, offset },
    page: <R>(found: Found<R>) => found.slice(offset * count, (offset + 1) * count),
  };
}

/** The language of a parameter. Brave has its own code for Japanese. */
function languageIn(query: URLSearchParams, parameter: string): string {
  const lang = (query.get(parameter) ?? 'en').slice(0, 2);
  return lang === 'jp' ? 'ja' : lang;
}

function ok(body: unknown): SandboxResponse {
  return { status: 200, headers: rateHeaders, body };
}

const rateHeaders = {
  'x-ratelimit-limit': '50, 0',
  'x-ratelimit-policy': '50;w=1, 0;w=2592000',
  'x-ratelimit-remaining': '49, 0',
  'x-ratelimit-reset': '1, 1419704',
};
