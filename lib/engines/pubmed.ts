import { z } from 'zod';
import { UpstreamFailure } from '../outcome.ts';
import type { Adapter, ProviderSettings, UpstreamRequest, UpstreamResponse } from '../providers/adapter.ts';
import { looseObject, objectsIn } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { BAD_KEY } from '../providers/stand-in.ts';
import { searchInputSchema } from '../search/query.ts';
import { webRows } from '../search/result-rows.ts';
import { webSliceSchema } from '../search/results.ts';
import { daysOf, spanOf } from '../search/since.ts';
import { queryFor } from '../search/text.ts';
import { aboutLine, firstNames } from './about-line.ts';

const PER_PAGE = 20;
const MAX_QUERY_CHARS = 300;

const idsSchema = z.object({ esearchresult: z.object({ idlist: z.array(z.string().regex(/^\d+$/)) }) });
const summariesSchema = z.object({ result: looseObject });
type Article = Readonly<Record<string, unknown>>;

function toolRequest(
  tool: string,
  params: Record<string, string>,
  { url, apiKey, userAgent }: ProviderSettings,
): UpstreamRequest {
  const asked = new URLSearchParams({ db: 'pubmed', retmode: 'json', tool: 'tributary', ...params });
  if (apiKey) asked.set('api_key', apiKey);
  return { url: `${url}/${tool}.fcgi?${asked}`, headers: { accept: 'application/json', 'user-agent': userAgent } };
}

function idsIn(response: UpstreamResponse): string[] {
  requireOk(response);
  return readJson(response, idsSchema).esearchresult.idlist;
}

/** `Lovelace A, Babbage C · Nature`. */
function aboutOf({ authors, source }: Article): string {
  const names = objectsIn(authors).flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
  return aboutLine(firstNames(names), source);
}

/** The day in `2026/11/03 00:00`. */
function dayOf(sorted: unknown): string {
  return typeof sorted === 'string' ? sorted.slice(0, 10).replaceAll('/', '-') : '';
}

/** PubMed: medicine and biology. A search is two requests: one for the numbers of articles, one for what they are. */
export const pubmed: Adapter = {
  slug: 'pubmed',
  name: 'PubMed',
  docs: {
    about: 'Papers on medicine and biology. A key raises the limit.',
    keyFrom: 'https://account.ncbi.nlm.nih.gov/settings/',
  },
  groups: ['papers'],
  defaultUrl: 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils',
  apiKey: 'optional',
  // Three requests a second are allowed, and a search makes two.
  publicRate: { limit: 1, windowMs: 1_000 },
  weight: 0.6,
  operations: {
    web: {
      input: searchInputSchema,
      output: webSliceSchema,
      keepsToDays: true,
      request(input, settings) {
        const { from, to } = daysOf(input, new Date());
        const span = spanOf({ ...input, ...(from && { from }), ...(to && { to }) }, new Date());
        const days = span && {
          datetype: 'pdat',
          mindate: span.from.replaceAll('-', '/'),
          maxdate: span.to.replaceAll('-', '/'),
        };
        return toolRequest(
          'esearch',
          {
            term: queryFor(input.q, MAX_QUERY_CHARS),
            retstart: String((input.page - 1) * PER_PAGE),
            retmax: String(PER_PAGE),
            sort: 'relevance',
            ...days,
          },
          settings,
        );
      },
      followUp(response, _input, settings) {
        try {
          const ids = idsIn(response);
          return ids.length === 0 ? null : toolRequest('esummary', { id: ids.join(',') }, settings);
        } catch {
          // `parse` says what is wrong with the first response.
          return null;
        }
      },
      parse(response, _input, first) {
        const ids = idsIn(first ?? response);
        if (ids.length === 0) return { correction: '', results: [] };
        if (!first) throw new UpstreamFailure('upstream', 'found articles that were not read');
        requireOk(response);
        const { result } = readJson(response, summariesSchema);
        const articles = ids.flatMap((id) => objectsIn([result[id]]).map((article) => ({ id, article })));
        if (articles.length === 0) throw new UpstreamFailure('upstream', 'answered without the articles that it found');
        return {
          correction: '',
          results: webRows(
            articles.map(({ id, article }) => ({
              url: `https://pubmed.ncbi.nlm.nih.gov/${id}/`,
              title: article.title,
              description: aboutOf(article),
              date: dayOf(article.sortpubdate),
            })),
          ),
        };
      },
    },
  },
  standIn: {
    answer({ path, query }, find) {
      if (query.get('api_key') === BAD_KEY) return { status: 401, body: { error: 'API key invalid' } };
      const [, tool] = /^\/entrez\/eutils\/(\w+)\.fcgi$/.exec(path) ?? [];
      if (tool === 'esummary') {
        const uids = (query.get('id') ?? '').split(',');
        const articles = uids.map((uid) => [uid, { uid, title: `Article ${uid}.`, source: 'J Sandbox', ...ARTICLE }]);
        return {
          status: 200,
          body: { header: { type: 'esummary' }, result: { uids, ...Object.fromEntries(articles) } },
        };
      }
      if (tool !== 'esearch') return { status: 404, body: 'Not Found' };
      const mindate = query.get('mindate');
      const found = find.pages({
        text: query.get('term') ?? '',
        since: mindate === null ? undefined : Date.parse(mindate.replaceAll('/', '-')),
      });
      const start = Number(query.get('retstart') ?? 0);
      const idlist = found.slice(start, start + Number(query.get('retmax') ?? 20)).map(({ id }) => String(id));
      return {
        status: 200,
        body: {
          header: { type: 'esearch' },
          esearchresult: { count: String(found.total), retstart: String(start), idlist },
        },
      };
    },
  },
};

/** What every article of the stand-in has: it finds numbers, and a number alone has no text. */
const ARTICLE = { sortpubdate: '2026/01/15 00:00', authors: [{ name: 'Doe J', authtype: 'Author' }] };
