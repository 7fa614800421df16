import {
  BAD_KEY,
  type Corpus,
  type CorpusQuery,
  type Found,
  jsonObject,
  type StandIn,
  type StandInReply,
} from '../providers/stand-in.ts';
import { clock, inMediumWords, relativeAge } from '../providers/wire-wording.ts';

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
const kinds: Readonly<Record<string, { key: string; find: (find: Corpus, query: CorpusQuery) => Found<Row> }>> = {
  search: {
    key: 'organic',
    find: (find, query) =>
      rows(find.pages(query), (page) => ({
        title: page.title,
        link: page.url,
        snippet: page.text,
        ...(page.date ? { date: dated(page.daysAgo ?? 0, page.date) } : {}),
        ...(page.sitelinks.length > 0
          ? { sitelinks: page.sitelinks.map(({ title, url }) => ({ title, link: url })) }
          : {}),
      })),
  },
  images: {
    key: 'images',
    find: (find, query) =>
      rows(find.images(query), ({ title, url, image, thumbnail, width, height }) => {
        const domain = new URL(url).hostname;
        return {
          title,
          imageUrl: image,
          imageWidth: width,
          imageHeight: height,
          thumbnailUrl: tbn(thumbnail),
          thumbnailWidth: 275,
          thumbnailHeight: Math.round((275 * height) / width),
          source: domain.replace(/^www\./, ''),
          domain,
          link: url,
          googleUrl: `https://www.google.com/imgres?${new URLSearchParams({ imgurl: image })}`,
        };
      }),
  },
  news: {
    key: 'news',
    find: (find, query) =>
      rows(find.articles(query), ({ title, url, text, publisher, thumbnail, daysAgo, date }) => ({
        title,
        link: url,
        snippet: text,
        date: dated(daysAgo, date),
        source: publisher,
        ...(thumbnail ? { imageUrl: tbn(thumbnail) } : {}),
      })),
  },
  videos: {
    key: 'videos',
    find: (find, query) =>
      rows(find.videos(query), ({ title, url, text, publisher, channel, seconds, thumbnail, daysAgo, date }) => ({
        title,
        link: url,
        snippet: text,
        imageUrl: thumbnail,
        duration: clock(seconds),
        source: publisher,
        channel,
        date: dated(daysAgo, date),
      })),
  },
};

/** Stand-in for Serper, which sells Google's results as JSON. */
export const serperStandIn: StandIn = {
  covers: {
    pages: { reference: 95, documentation: 90, 'small-web': 40, news: 90, forum: 90, institution: 90, commercial: 95 },
  },
  titleWeight: 3,
  answer({ method, path, headers, body }, find) {
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
    const found = kind.find(find, {
      text: q,
      lang: asked.hl?.slice(0, 2) ?? '',
      safe: asked.safe === 'active',
      withinDays: TBS_DAYS[tbs.slice(4)],
    });
    const shown = found.slice((page - 1) * num, page * num).map((row, rank) => ({ ...row, position: rank + 1 }));
    const related = type === 'search' ? find.related(q, 8).map((query) => ({ query })) : [];
    const graph = type === 'search' && page === 1 ? knowledgeGraph(find, q) : null;
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

function rows<D>(found: Found<D>, write: (document: D) => Row): Found<Row> {
  return { total: found.total, slice: (from, to) => found.slice(from, to).map(write) };
}

function knowledgeGraph(find: Corpus, query: string): Row | null {
  const card = find.card(query);
  if (!card) return null;
  const { title, category, text, url, image, website, attributes } = card;
  return {
    title,
    type: category.replace(/^./, (letter) => letter.toUpperCase()),
    ...(website ? { website } : {}),
    ...(image ? { imageUrl: tbn(image) } : {}),
    description: text,
    descriptionSource: 'Wikipedia',
    descriptionLink: url,
    attributes: Object.fromEntries(attributes),
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

function dated(daysAgo: number, date: Date): string {
  return relativeAge(daysAgo) ?? inMediumWords(date);
}

/** Images are served through Google's cache; the same image always has the same cache URL. */
function tbn(address: string): string {
  return `https://encrypted-tbn0.gstatic.com/images?q=tbn:${Buffer.from(address).toString('base64url')}`;
}

function failure(statusCode: number, message: string): StandInReply {
  return { status: statusCode, body: { message, statusCode } };
}
