import { z } from 'zod';
import { wikipediaLookupSchema } from '../cards/cards.ts';
import { likeness } from '../cards/triggers.ts';
import type { Operations, UpstreamResponse } from '../providers/adapter.ts';
import { asObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { parseHttpUrl } from '../search/canonical-url.ts';
import { lookupInputSchema } from '../search/query.ts';
import { cleanText } from '../search/text.ts';
import { apiRequest, JSON_HEADERS, readApi, searchParams, searchSchema } from './mediawiki-wire.ts';
import { apiFor, articleUrl, baseFor } from './wikipedia-addresses.ts';
import { chineseVariant, wikipediaLanguage } from './wikipedia-languages.ts';

/** Below this similarity, the first article found is about something else. */
const MIN_LIKENESS = 0.5;
const LICENSE = 'CC BY-SA 4.0';

/** The article about a topic. Titles must be exact, so a search comes first, then the summary of its first hit. */
export const article: Operations['article'] = {
  input: lookupInputSchema,
  output: wikipediaLookupSchema,
  request: (input, settings) => apiRequest(apiFor(input.lang, settings), searchParams(input.q, 0, 1, 'redirecttitle')),
  followUp(response, input, settings) {
    const title = firstHit(response, input.q);
    if (title === null) return null;
    const variant = chineseVariant(input.lang);
    const name = encodeURIComponent(title.replaceAll(' ', '_'));
    return {
      url: `${baseFor(input.lang, settings)}/api/rest_v1/page/summary/${name}?redirect=true`,
      headers: variant === '' ? JSON_HEADERS : { ...JSON_HEADERS, 'accept-language': variant },
    };
  },
  parse(response, input, first) {
    // The article was deleted between the two requests. The search page itself always exists.
    if (first && response.status === 404) return { card: null };
    requireOk(response);
    const body = asObject(readJson(response, z.unknown()));
    if (typeof body.type !== 'string') {
      readApi(response, searchSchema);
      return { card: null };
    }
    return { card: body.type === 'standard' ? cardFrom(body, input.lang) : null };
  },
};

/** The title of the first article found; null if it is about something else. */
function firstHit(response: UpstreamResponse, q: string): string | null {
  try {
    const hit = readApi(response, searchSchema).query.search[0];
    const title = cleanText(hit?.title, 300);
    // A redirect is another name of the article: "EUR" leads to "Euro".
    const names = [title, cleanText(hit?.redirecttitle, 300)].map((name) => name.replace(/ \(.*\)$/, ''));
    return title !== '' && names.some((name) => likeness(name, q) >= MIN_LIKENESS) ? title : null;
  } catch {
    // The search failed. The article of the same name is still there.
    return null;
  }
}

function cardFrom(body: Readonly<Record<string, unknown>>, lang: string) {
  const title = cleanText(body.title, 300);
  const extract = cleanText(body.extract, 2_000);
  if (title === '' || extract === '') return null;
  const { lat, lon } = asObject(body.coordinates);
  const page = asObject(asObject(body.content_urls).desktop).page;
  const language = wikipediaLanguage(lang);
  return {
    title,
    description: cleanText(body.description, 300),
    extract,
    url: parseHttpUrl(page)?.href ?? articleUrl(title, lang),
    thumbnail: parseHttpUrl(asObject(body.thumbnail).source)?.href ?? '',
    lang: cleanText(body.lang, 20) || language,
    wikidata_id: /^Q\d{1,12}$/.exec(cleanText(body.wikibase_item, 20))?.[0] ?? '',
    coordinates: isCoordinate(lat, 90) && isCoordinate(lon, 180) ? { lat, lon } : null,
    license: LICENSE,
  };
}

function isCoordinate(value: unknown, limit: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= limit;
}
