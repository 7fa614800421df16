import { z } from 'zod';
import { wikipediaLookupSchema } from '../cards/cards.ts';
import { likeness } from '../cards/triggers.ts';
import type { Operations } from '../providers/adapter.ts';
import { asObject, looseObject, objectsIn } from '../providers/loose-json.ts';
import { parseHttpUrl } from '../search/canonical-url.ts';
import { lookupInputSchema } from '../search/query.ts';
import { cleanText } from '../search/text.ts';
import { apiRequest, readApi, searchParams, THUMBNAIL_WIDTH } from './mediawiki-wire.ts';
import { apiFor, articleUrl } from './wikipedia-addresses.ts';
import { chineseVariant, wikipediaLanguage } from './wikipedia-languages.ts';

/** Below this similarity, the first article found is about something else. */
const MIN_LIKENESS = 0.5;
const LICENSE = 'CC BY-SA 4.0';
/** What we show of an article: its first paragraph, picture, description, place and Wikidata item. */
const ARTICLE = {
  prop: 'extracts|pageimages|description|coordinates|pageprops|info',
  exintro: '1',
  explaintext: '1',
  piprop: 'thumbnail',
  pithumbsize: String(THUMBNAIL_WIDTH),
  ppprop: 'wikibase_item|disambiguation',
  inprop: 'url',
};

const responseSchema = z.object({
  // There are no pages if nothing was found.
  query: z.object({ search: z.array(looseObject), pages: z.array(looseObject).optional() }),
});

type Item = Readonly<Record<string, unknown>>;

/**
 * The article about a topic. One request searches twice: as a list, which has the name by which the article was found,
 * and for the article itself.
 */
export const article: Operations['article'] = {
  input: lookupInputSchema,
  output: wikipediaLookupSchema,
  request(input, settings) {
    const search = searchParams(input.q, 0, 1, 'redirecttitle');
    const variant = chineseVariant(input.lang);
    return apiRequest(apiFor(input.lang, settings), {
      ...search,
      generator: 'search',
      gsrsearch: search.srsearch,
      gsrlimit: search.srlimit,
      ...ARTICLE,
      ...(variant && { variant }),
    });
  },
  parse(response, { q, lang }) {
    const { search, pages = [] } = readApi(response, responseSchema).query;
    const [page] = pages;
    return { card: page && isAbout(q, page, search[0]) ? cardFrom(page, lang) : null };
  },
};

/** Whether an article is about the query, by its title or by the name that led to it: "EUR" leads to "Euro". */
function isAbout(q: string, page: Item, hit: Item = {}): boolean {
  const names = [page.title, hit.redirecttitle].map((name) => cleanText(name, 300).replace(/ \(.*\)$/, ''));
  return names.some((name) => likeness(name, q) >= MIN_LIKENESS);
}

function cardFrom(page: Item, lang: string) {
  const title = cleanText(page.title, 300);
  // A paragraph is a line.
  const [paragraph = ''] = typeof page.extract === 'string' ? page.extract.trim().split('\n') : [];
  const extract = cleanText(paragraph, 2_000);
  const { wikibase_item, disambiguation } = asObject(page.pageprops);
  if (title === '' || extract === '' || disambiguation !== undefined) return null;
  const { lat, lon } = objectsIn(page.coordinates)[0] ?? {};
  return {
    title,
    description: cleanText(page.description, 300),
    extract,
    url: parseHttpUrl(page.fullurl)?.href ?? articleUrl(title, lang),
    thumbnail: parseHttpUrl(asObject(page.thumbnail).source)?.href ?? '',
    lang: cleanText(page.pagelanguage, 20) || wikipediaLanguage(lang),
    wikidata_id: /^Q\d{1,12}$/.exec(cleanText(wikibase_item, 20))?.[0] ?? '',
    coordinates: isCoordinate(lat, 90) && isCoordinate(lon, 180) ? { lat, lon } : null,
    license: LICENSE,
  };
}

function isCoordinate(value: unknown, limit: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= limit;
}
