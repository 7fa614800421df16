import { adapters } from '../lib/providers/registry.ts';
import type { Corpus, CorpusQuery, Found, FoundArticle, FoundCard, StandIn } from '../lib/providers/stand-in.ts';
import { ageInDays, type CorpusIndex, changedAt, hash, type Searchable } from './corpus-index.ts';
import { engineIndexes } from './engine-indexes.ts';
import { findCard } from './infobox-finder.ts';
import { Suggester } from './suggester.ts';
import type { Upstream } from './upstream.ts';

const SUGGESTED_PERCENT = 75;
const DAY_MS = 86_400_000;

/** The stand-ins that adapters bring along. */
export function standIns(): Upstream[] {
  return [...adapters.values()].flatMap(({ slug, standIn }) => {
    if (!standIn) return [];
    const find = corpusOf(slug, standIn);
    return [{ slug, handle: (request) => standIn.answer(request, find) }];
  });
}

function corpusOf(slug: string, standIn: StandIn): Corpus {
  const known = engineIndexes(slug, standIn);
  const suggester = new Suggester(slug, SUGGESTED_PERCENT);
  return {
    pages: searching(known.web, (page) => ({ ...shared(page), ...dates(page), sitelinks: page.sitelinks ?? [] })),
    images: searching(known.images, (image) => ({ ...image, ...shared(image) })),
    articles: searching(known.news, (article) => ({
      ...article,
      ...dated(article),
      thumbnail: article.thumbnail ?? '',
    })),
    videos: searching(known.videos, (video) => ({ ...video, ...dated(video) })),
    related: (query, limit) => suggester.related(query, limit),
    card,
  };
}

/** A search that completes only the documents that are taken. */
function searching<D extends Searchable, F>(index: CorpusIndex<D>, complete: (document: D) => F) {
  return ({ text, lang = '', safe = false, withinDays, since }: CorpusQuery): Found<F> => {
    const days = since === undefined ? withinDays : (Date.now() - since) / DAY_MS;
    const found = index.search({ text, lang, safe, withinDays: days });
    return { total: found.length, slice: (from, to) => found.slice(from, to).map(complete) };
  };
}

function shared({ url, title, text = '', lang = 'en', adult = false }: Searchable) {
  return { id: hash(url), url, title, text, lang, adult };
}

function dates(document: Searchable) {
  return { date: changedAt(document), daysAgo: ageInDays(document) ?? null };
}

/** For documents that always have a date. */
function dated(document: Searchable): Pick<FoundArticle, 'date' | 'daysAgo'> & ReturnType<typeof shared> {
  return { ...shared(document), date: changedAt(document) ?? new Date(), daysAgo: ageInDays(document) ?? 0 };
}

function card(query: string): FoundCard | null {
  const found = findCard(query);
  if (!found) return null;
  const { entry, infobox, page, image } = found;
  const { category, attributes, website = null } = infobox;
  return { title: entry.title, category, text: entry.extract, url: page, image, website, attributes };
}
