import { z } from 'zod';
import { infoboxFrom } from '../cards/infobox.ts';
import { UpstreamFailure } from '../outcome.ts';
import type { Operation, ProviderSettings, UpstreamRequest } from '../providers/adapter.ts';
import { asObject, looseObject, objectsIn } from '../providers/loose-json.ts';
import { NONE_LEFT, readJson, requireOk, spent } from '../providers/responses.ts';
import { BAD_KEY, type FoundCard, type StandIn } from '../providers/stand-in.ts';
import { inMediumWords, relativeAge } from '../providers/wire-wording.ts';
import { siteQuery } from '../search/domains.ts';
import { countryOf, languageOf } from '../search/language-tag.ts';
import { type SearchInput, searchInputSchema } from '../search/query.ts';
import { correctionFrom, webRows } from '../search/result-rows.ts';
import { type WebSlice, webSliceSchema } from '../search/results.ts';

/** SearchApi and SerpApi sell Google's results in one format: `organic_results`, `knowledge_graph`. */

const MAX_QUERY_CHARS = 1_000;
export const GOOGLE_PER_PAGE = 10;

const responseSchema = z.object({
  organic_results: z.array(looseObject).optional(),
  knowledge_graph: looseObject.optional(),
  search_information: z.object({ showing_results_for: z.unknown().optional() }).optional(),
  error: z.unknown().optional(),
});

/** The web search of such a service; `own` are the parameters in which it differs. */
export function googleResults(
  path: string,
  own: (input: SearchInput) => Record<string, string>,
): Operation<SearchInput, WebSlice> {
  return {
    input: searchInputSchema,
    output: webSliceSchema,
    request: (input, settings) => googleRequest(path, own(input), input, settings),
    parse(response) {
      requireOk(response);
      const { organic_results, knowledge_graph, search_information, error } = readJson(response, responseSchema);
      if (!organic_results && typeof error === 'string' && NONE_LEFT.test(error)) throw spent(response);
      if (!organic_results && !isEmpty(search_information, error)) {
        throw new UpstreamFailure('upstream', 'answered without a list of results');
      }
      return {
        correction: correctionFrom(search_information?.showing_results_for),
        infobox: infoboxIn(knowledge_graph ?? {}),
        results: webRows((organic_results ?? []).map(resultOf)),
      };
    },
  };
}

function googleRequest(
  path: string,
  own: Record<string, string>,
  input: SearchInput,
  { url, apiKey }: ProviderSettings,
): UpstreamRequest {
  const params = new URLSearchParams({
    engine: 'google',
    q: siteQuery(input, { maxChars: MAX_QUERY_CHARS, or: true }),
    safe: input.safe ? 'active' : 'off',
    ...own,
    api_key: apiKey,
  });
  const country = countryOf(input.lang);
  if (country) params.set('gl', country.toLowerCase());
  const language = languageOf(input.lang);
  if (language) params.set('hl', language);
  return { url: `${url}${path}?${params}`, headers: { accept: 'application/json' } };
}

/** Whether a reply without the list says that nothing was found: in a sentence, or in no words at all. */
function isEmpty(information: unknown, error: unknown): boolean {
  if (error === undefined) return information !== undefined;
  return typeof error === 'string' && /\breturn(?:ed)? any results/i.test(error);
}

function resultOf({ link, title, snippet, date, favicon, sitelinks }: Readonly<Record<string, unknown>>) {
  return {
    url: link,
    title,
    description: snippet,
    ageText: date,
    favicon,
    sitelinks: objectsIn(asObject(sitelinks).inline).map((sitelink) => ({ title: sitelink.title, url: sitelink.link })),
  };
}

function infoboxIn({ title, type, description, website, image, source }: Readonly<Record<string, unknown>>) {
  const { link, name } = asObject(source);
  return infoboxFrom({ title, subtitle: type, description, url: link, website, image, attribution: name });
}

const COVERS = {
  pages: { reference: 95, documentation: 90, 'small-web': 40, news: 90, forum: 90, institution: 90, commercial: 95 },
};

/** The stand-in of such a service; `first` reads from a request the number of results before the page. */
export function googleStandIn(path: string, first: (query: URLSearchParams) => number): StandIn {
  return {
    covers: COVERS,
    titleWeight: 3,
    answer({ path: asked, query }, find) {
      const key = query.get('api_key');
      if (!key || key === BAD_KEY) return { status: 401, body: { error: 'Invalid API key.' } };
      const q = query.get('q') ?? '';
      if (asked !== path || query.get('engine') !== 'google' || q === '')
        return { status: 400, body: { error: 'Bad request.' } };
      const found = find.pages({ text: q, lang: query.get('hl') ?? '', safe: query.get('safe') === 'active' });
      const rows = found.slice(first(query), first(query) + GOOGLE_PER_PAGE).map((page, rank) => ({
        position: rank + 1,
        title: page.title,
        link: page.url,
        snippet: page.text,
        favicon: `${new URL(page.url).origin}/favicon.ico`,
        ...(page.date ? { date: relativeAge(page.daysAgo ?? 0) ?? inMediumWords(page.date) } : {}),
        ...(page.sitelinks.length > 0
          ? { sitelinks: { inline: page.sitelinks.map(({ title, url }) => ({ title, link: url })) } }
          : {}),
      }));
      const card = find.card(q);
      return {
        status: 200,
        body: {
          search_information: { query_displayed: q, total_results: found.total },
          ...(rows.length > 0
            ? { organic_results: rows }
            : { error: "Google hasn't returned any results for this query." }),
          ...(card ? { knowledge_graph: graphOf(card) } : {}),
        },
      };
    },
  };
}

function graphOf({ title, category, text, url, image, website }: FoundCard) {
  return {
    title,
    type: category,
    description: text,
    source: { name: 'Wikipedia', link: url },
    ...(image ? { image } : {}),
    ...(website ? { website } : {}),
  };
}
