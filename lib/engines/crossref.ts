import { z } from 'zod';
import type { Adapter } from '../providers/adapter.ts';
import { asObject, looseObject, objectsIn } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { searchInputSchema } from '../search/query.ts';
import { type RawWebResult, webRows } from '../search/result-rows.ts';
import { webSliceSchema } from '../search/results.ts';
import { daysOf } from '../search/since.ts';
import { queryFor } from '../search/text.ts';
import { aboutLine, firstNames } from './about-line.ts';

const PER_PAGE = 20;
const MAX_QUERY_CHARS = 300;
const FIELDS = 'DOI,title,URL,abstract,container-title,author,published,type,resource';

const HEADING =
  /^((?:\s*<jats:(?:sec|p)>)*)\s*(?:<jats:title>[^<]*<\/jats:title>|(?:Abstract|ABSTRACT)(?:[:.]|(?=\s+[\p{Lu}\d<])))/u;

const responseSchema = z.object({ message: z.object({ items: z.array(looseObject) }) });
type Work = Readonly<Record<string, unknown>>;

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}

/** `Ada Lovelace, Charles Babbage, … · Journal`, before the abstract. */
function aboutOf({ author, abstract, 'container-title': journal }: Work): string {
  const names = objectsIn(author).map(({ given, family }) => [given, family].filter(Boolean).join(' '));
  return aboutLine(firstNames(names), firstOf(journal), withoutHeading(abstract));
}

/** An abstract without the heading that says that it is one, in a tag of its own or as its first word. */
function withoutHeading(abstract: unknown): unknown {
  if (typeof abstract !== 'string') return abstract;
  return abstract.replace(HEADING, '$1');
}

/** The day of publication, which may be only a year or a month. */
function dayOf(published: unknown): string {
  const parts = firstOf(asObject(published)['date-parts']);
  const [year, month = 1, day = 1] = Array.isArray(parts) ? parts : [];
  if (![year, month, day].every(Number.isInteger)) return '';
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
}

function resultOf(work: Work): RawWebResult {
  const { URL: doi, title, resource, published } = work;
  return {
    url: asObject(asObject(resource).primary).URL || doi,
    title: firstOf(title),
    description: aboutOf(work),
    date: dayOf(published),
  };
}

/** Crossref: what publishers register of scholarly works. Needs no key. */
export const crossref: Adapter = {
  slug: 'crossref',
  name: 'Crossref',
  docs: { about: 'Scholarly works from all publishers. Faster with `CONTACT`.' },
  groups: ['papers'],
  defaultUrl: 'https://api.crossref.org',
  apiKey: 'none',
  publicRate: { limit: 5, windowMs: 1_000 },
  weight: 0.6,
  operations: {
    web: {
      input: searchInputSchema,
      output: webSliceSchema,
      keepsToDays: true,
      request(input, { url, userAgent }) {
        const { from, to } = daysOf(input, new Date());
        const params = new URLSearchParams({
          query: queryFor(input.q, MAX_QUERY_CHARS),
          rows: String(PER_PAGE),
          offset: String((input.page - 1) * PER_PAGE),
          select: FIELDS,
        });
        const filters = [...(from ? [`from-pub-date:${from}`] : []), ...(to ? [`until-pub-date:${to}`] : [])];
        if (filters.length > 0) params.set('filter', filters.join(','));
        // An address in it lets callers into the faster pool.
        return { url: `${url}/works?${params}`, headers: { accept: 'application/json', 'user-agent': userAgent } };
      },
      parse(response) {
        requireOk(response);
        // A component is a part of a work, such as a figure.
        const works = readJson(response, responseSchema).message.items.filter(({ type }) => type !== 'component');
        return { correction: '', results: webRows(works.map(resultOf)) };
      },
    },
  },
  standIn: {
    answer({ path, query }, find) {
      if (path !== '/works') return { status: 404, body: 'Resource not found.' };
      const [, from] = /from-pub-date:(\d{4}-\d{2}-\d{2})/.exec(query.get('filter') ?? '') ?? [];
      const found = find.pages({ text: query.get('query') ?? '', since: from ? Date.parse(from) : undefined });
      const offset = Number(query.get('offset') ?? 0);
      const rows = found.slice(offset, offset + Number(query.get('rows') ?? 20));
      const items = rows.map(({ id, url, title, text, date }) => ({
        DOI: `10.5555/${id}`,
        URL: `https://doi.org/10.5555/${id}`,
        type: 'journal-article',
        title: [title],
        abstract: `<jats:p>${text}</jats:p>`,
        'container-title': ['Journal of the Sandbox'],
        author: [{ given: 'Jane', family: 'Doe', sequence: 'first', affiliation: [] }],
        published: { 'date-parts': [[date?.getUTCFullYear() ?? 2020, (date?.getUTCMonth() ?? 0) + 1]] },
        resource: { primary: { URL: url } },
      }));
      return {
        status: 200,
        body: { status: 'ok', 'message-type': 'work-list', message: { 'total-results': found.total, items } },
      };
    },
  },
};
