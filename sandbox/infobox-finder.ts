import { commonsFile } from './commons-files.ts';
import { type EncyclopediaEntry, encyclopedia, type Infobox, infoboxes } from './corpus.ts';
import { words } from './corpus-index.ts';

/** An infobox with its article. */
export interface Card {
  entry: EncyclopediaEntry;
  infobox: Infobox;
  /** URL of the article. */
  page: string;
  image: string | null;
}

let cards: Map<string, Card> | undefined;

/** The card of the entity that a query names; null when the query contains anything else. */
export function findCard(query: string): Card | null {
  cards ??= collect();
  return cards.get(key(query.replace(/^(who|what) (is|was|are) (the |a |an )?/i, ''))) ?? null;
}

/** The URL of an article in the Wikipedia of a language. */
export function articleUrl(lang: string, title: string): string {
  return `https://${lang}.wikipedia.org/wiki/${encodeURI(title.replaceAll(' ', '_')).replaceAll('?', '%3F')}`;
}

function collect(): Map<string, Card> {
  const found = new Map<string, Card>();
  const entries = new Map(
    encyclopedia()
      .filter(({ lang }) => lang === 'en')
      .map((entry) => [entry.title, entry]),
  );
  for (const infobox of infoboxes()) {
    const entry = entries.get(infobox.title);
    if (!entry) throw new Error(`No encyclopedia entry for the infobox ${infobox.title}`);
    const image = entry.thumbnail ? commonsFile(entry.thumbnail).thumbnail : null;
    const card = { entry, infobox, page: articleUrl('en', entry.title), image };
    const withoutQualifier = infobox.title.replace(/ \(.*\)$/, '');
    for (const name of [infobox.title, withoutQualifier, ...(infobox.aliases ?? [])]) found.set(key(name), card);
  }
  return found;
}

function key(text: string): string {
  return words(text).join(' ');
}
