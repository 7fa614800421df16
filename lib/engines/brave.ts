import { z } from 'zod';
import type { Infobox } from '../cards/cards.ts';
import { infoboxFrom } from '../cards/infobox.ts';
import type { Adapter, ProviderSettings } from '../providers/adapter.ts';
import { asObject, looseObject, objectsIn } from '../providers/loose-json.ts';
import { readJson } from '../providers/responses.ts';
import { type LookupInput, lookupInputSchema } from '../search/query.ts';
import { correctionFrom, imageRows, newsRows, videoRows, webRows } from '../search/result-rows.ts';
import { imageSliceSchema, newsSliceSchema, videoSliceSchema, webSliceSchema } from '../search/results.ts';
import { SUGGEST_MAX_CHARS, suggestionsFrom, suggestionsSchema } from '../search/suggestions.ts';
import { queryFor } from '../search/text.ts';
import { braveLang } from './brave-languages.ts';
import {
  authorisedRequest,
  blamesLanguage,
  IMAGES_PER_PAGE,
  imageSearch,
  MAX_QUERY_WORDS,
  paged,
  requireBraveOk,
  searching,
} from './brave-wire.ts';

const webSchema = z.object({
  // Always present; a body without it is not a valid answer.
  query: z.looseObject({}),
  // Either a list or a single infobox; absent if there is none.
  infobox: looseObject.optional(),
  // Absent if nothing was found.
  web: z.object({ results: z.array(looseObject) }).nullish(),
});
const listSchema = z.object({ results: z.array(looseObject) });

const web = searching(
  paged('/web/search', { text_decorations: 'false', result_filter: 'web,query,infobox' }),
  webSliceSchema,
  (response) => {
    const body = readJson(response, webSchema);
    const { altered, more_results_available: hasNext } = body.query;
    return {
      correction: correctionFrom(altered),
      ...(typeof hasNext === 'boolean' && { hasNext }),
      infobox: infoboxIn(body.infobox),
      results: webRows(
        (body.web?.results ?? []).map((result) => ({
          url: result.url,
          title: result.title,
          description: descriptionOf(result),
          favicon: asObject(result.meta_url).favicon ?? asObject(result.profile).img,
          date: result.page_age,
          ageText: result.age,
          sitelinks: sitelinksIn(result),
        })),
      ),
    };
  },
);

/** The description, unless Brave says that it has none. */
function descriptionOf({ description }: Readonly<Record<string, unknown>>): unknown {
  return typeof description === 'string' && /^We cannot provide a description/.test(description) ? '' : description;
}

/** The links to other pages of a site, which are buttons, a cluster of results or both. */
function sitelinksIn({ deep_results, cluster }: Readonly<Record<string, unknown>>) {
  const buttons = objectsIn(asObject(deep_results).buttons);
  const urls = new Set(buttons.map(({ url }) => url));
  return [...buttons, ...objectsIn(cluster).filter(({ url }) => !urls.has(url))];
}

const images = searching(imageSearch, imageSliceSchema, (response, { page }) => {
  const { results } = readJson(response, listSchema);
  const cut = results.slice((page - 1) * IMAGES_PER_PAGE, page * IMAGES_PER_PAGE);
  return {
    results: imageRows(
      cut.map(({ title, url, thumbnail, properties }) => {
        const { url: image, width, height } = asObject(properties);
        return { title, url, thumbnail: asObject(thumbnail).src ?? image, image, width, height };
      }),
    ),
  };
});

/** The fields that news and videos share. A logo is not a picture of the article. */
function report(result: Readonly<Record<string, unknown>>) {
  const { url, title, page_age, age, thumbnail } = result;
  const { src, logo } = asObject(thumbnail);
  const description = descriptionOf(result);
  return { url, title, description, date: page_age, ageText: age, thumbnail: logo === true ? undefined : src };
}

const news = searching(paged('/news/search'), newsSliceSchema, (response) => ({
  results: newsRows(
    readJson(response, listSchema).results.map((result) => ({
      ...report(result),
      publisher: asObject(result.profile).name ?? result.source,
    })),
  ),
}));

const videos = searching(paged('/videos/search'), videoSliceSchema, (response) => ({
  results: videoRows(
    readJson(response, listSchema).results.map((result) => {
      const { duration, publisher, creator } = asObject(result.video);
      return { ...report(result), duration, publisher: creator || publisher };
    }),
  ),
}));

function infoboxIn(block: Readonly<Record<string, unknown>> = {}): Infobox | null {
  const [first = block] = objectsIn(block.results);
  return infoboxFrom({
    title: first.title || first.label,
    subtitle: first.description,
    description: first.long_desc || first.description,
    url: first.url,
    website: first.website_url,
    image: asObject(first.thumbnail).src || objectsIn(first.images)[0]?.src,
    attributes: arraysIn(first.attributes).map(([label, value]) => ({ label, value })),
    links: objectsIn(first.profiles).map(({ name, url }) => ({ title: name, url })),
    attribution: objectsIn(first.providers)[0]?.name,
  });
}

/** Brave Search API. Suggestions need a separate subscription. */
export const brave: Adapter = {
  slug: 'brave',
  name: 'Brave',
  docs: {
    about: 'Its own index. Suggestions need a separate subscription and key.',
    keyFrom: 'https://brave.com/search/api/',
  },
  defaultUrl: 'https://api.search.brave.com/res/v1',
  apiKey: 'required',
  groupApiKeys: { suggest: 'BRAVE_SUGGEST_API_KEY' },
  hasInfobox: true,
  operations: {
    web,
    images,
    news,
    videos,
    suggest: {
      input: lookupInputSchema,
      output: suggestionsSchema,
      request: (input, settings) => suggestRequest(input, settings),
      followUp: (response, input, settings) =>
        blamesLanguage(response, input) ? suggestRequest(input, settings, '') : null,
      parse(response) {
        requireBraveOk(response);
        return suggestionsFrom(readJson(response, listSchema).results);
      },
    },
  },
};

function suggestRequest({ q, lang }: LookupInput, settings: ProviderSettings, braveTag = braveLang(lang)) {
  const params = new URLSearchParams({ q: queryFor(q, SUGGEST_MAX_CHARS, MAX_QUERY_WORDS), count: '10' });
  if (braveTag) params.set('lang', braveTag);
  return authorisedRequest(`/suggest/search?${params}`, settings);
}

function arraysIn(value: unknown): unknown[][] {
  return Array.isArray(value) ? value.filter(Array.isArray) : [];
}
