import { ageInDays, type CorpusQuery, changedAt, type Found, rowsOf, type Searchable } from '../corpus-index.ts';
import { engineIndexes } from '../engine-indexes.ts';
import { findCard } from '../infobox-finder.ts';
import { jsonObject } from '../request-body.ts';
import { Suggester } from '../suggester.ts';
import { BAD_KEY, type SandboxResponse, type Upstream } from '../upstream.ts';
import { clock, inMediumWords, relativeAge } from '../wording.ts';

const known = engineIndexes('serper', {
  titleWeight: 3,
  pages: {
    reference: 95,
    documentation: 90,
    'small-web': 40,
    news: 90,
    forum: 90,
    institution: 90,
    commercial: 95,
  },
});
const suggester = new Suggester('serper', 80);

const TBS_DAYS: Readonly<Record<string, number>> = { h: 1 / 24, d: 1, w: 7, m: 31, y: 365 };
type Row = Record<string, unknown>;

interface Asked {
  q: string;
  gl?: string;
  hl?: string;
  num?: number;
  page?: number;
  tbs?: string;
  safe?: string;
}

/** For each path, the key of its results in the reply and the search that finds them. */
const kinds: Readonly<Record<string, { key: string; find: (query: CorpusQuery) => Found<Row> }>> = {
  search: {
    key: 'organic',
    find: rowsOf(known.web, (document) => ({
      title: document.title,
      link: document.url,
      snippet: document.text,
      ...(document.daysAgo === undefined ? {} : { date: dated(document) }),
      ...(document.sitelinks ? { sitelinks: document.sitelinks.map(({ title, url }) => ({ title, link: url })) } : {}),
    })),
  },
  images: {
    key: 'images',
    find: rowsOf(known.images, (document) => {
      const domain = new URL(document.url).hostname;
      return {
        title: document.title,
        imageUrl: document.image,
        imageWidth: document.width,
        imageHeight: document.height,
        thumbnailUrl: tbn(document.thumbnail),
        thumbnailWidth: 275,
        thumbnailHeight: Math.round((275 * document.height) / document.width),
        source: domain.replace(/^www\./, ''),
        domain,
        link: document.url,
        googleUrl: `https://www.google.com/imgres?${new URLSearchParams({ imgurl: document.image })}`,
      };
    }),
  },
  news: {
    key: 'news',
    find: rowsOf(known.news, (document) => ({
      title: document.title,
      link: document.url,
      snippet: document.text,
      date: dated(document),
      source: document.publisher,
      ...(document.thumbnail ? { imageUrl: tbn(document.thumbnail) } : {}),
    })),
  },
  videos: {
    key: 'videos',
    find: rowsOf(known.videos, (document) => ({
      title: document.title,
      link: document.url,
      snippet: document.text,
      imageUrl: document.thumbnail,
      duration: clock(document.seconds),
      source: document.publisher,
      channel: document.channel,
      date: dated(document),
    })),
  },
};

/** Stand-in for Serper, which sells Google's results as JSON. */
export const serper: Upstream = {
  slug: 'serper',
  handle({ method, path, headers, body }) {
    const key = headers['x-api-key'];
    if (!key || key === BAD_KEY) return failure(403, 'Unauthorized.');
    const type = path.slice(1);
    const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
    if (!kind) return failure(404, 'Not Found');
    if (method !== 'POST') return failure(405, 'Method Not Allowed');
    const asked = jsonObject<Asked>(body);
    if (!asked) return failure(400, 'Invalid JSON');
    const invalid = invalidField(asked);
    if (invalid) return failure(400, invalid);
    const { q, num = 10, page = 1, tbs = '' } = asked;
    const found = kind.find({
      text: q,
      lang: asked.hl?.slice(0, 2) ?? '',
      safe: asked.safe === 'active',
      withinDays: TBS_DAYS[tbs.slice(4)],
    });
    const shown = found.slice((page - 1) * num, page * num).map((row, rank) => ({ ...row, position: rank + 1 }));
    const related = type === 'search' ? suggester.related(q, 8).map((query) => ({ query })) : [];
    const graph = type === 'search' && page === 1 ? knowledgeGraph(q) : null;
    return {
      status: 200,
      body: {
        searchParameters: { ...asked, num, page, type, engine: 'google' },
        ...(graph ? { knowledgeGraph: graph } : {}),
        [kind.key]: shown,
        ...(related.length > 0 ? { relatedSearches: related } : {}),
        credits: num > 10 ? 2 : 1,
      },
    };
  },
};

function knowledgeGraph(query: string): Row | null {
  const card = findCard(query);
  if (!card) return null;
  const { entry, infobox, page, image } = card;
  return {
    title: entry.title,
    type: infobox.category.replace(/^./, (letter) => letter.toUpperCase()),
    ...(infobox.website ? { website: infobox.website } : {}),
    ...(image ? { imageUrl: tbn(image) } : {}),
    description: entry.extract,
    descriptionSource: 'Wikipedia',
    descriptionLink: page,
    attributes: Object.fromEntries(infobox.attributes),
  };
}

function invalidField({ q, num, page, tbs }: Asked): string | null {
  const whole = (value: unknown, max: number) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max;
  if (typeof q !== 'string' || q.trim() === '') return 'Missing query parameter';
  if (num !== undefined && !whole(num, 100)) return 'num must be between 1 and 100';
  if (page !== undefined && !whole(page, 100)) return 'page must be at least 1';
  if (tbs !== undefined && !/^qdr:[hdwmy]$/.test(tbs)) return 'Invalid tbs';
  return null;
}

function dated(document: Searchable): string {
  return relativeAge(ageInDays(document) ?? 0) ?? inMediumWords(changedAt(document) ?? new Date());
}

/** Images are served through Google's cache; the same image always has the same cache URL. */
function tbn(address: string): string {
  return `https://encrypted-tbn0.gstatic.com/images?q=tbn:${Buffer.from(address).toString('base64url')}`;
}

function failure(statusCode: number, message: string): SandboxResponse {
  return { status: statusCode, body: { message, statusCode } };
}
