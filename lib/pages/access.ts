import { type Entity, entitiesIn } from './json-ld.ts';
import type { PageHead } from './page-head.ts';

/** Who may read a page, as far as it says so. */
export interface Access {
  /** Null if the page does not say. */
  free: boolean | null;
  /** How many words its text has; 0 if it does not say. */
  words: number;
  /** Classes of the elements that hold what is not free. */
  lockedClasses: string[];
}

/** Reads what a page says to search engines of its paywall. */
export function accessOf({ jsonLd, metas }: PageHead): Access {
  const entities = jsonLd.some((script) => script.includes('isAccessibleForFree')) ? entitiesIn(jsonLd) : [];
  const parts = entities.flatMap((entity) => [entity, ...entitiesOf(entity.hasPart)]);
  const said = parts.map(({ isAccessibleForFree }) => truth(isAccessibleForFree)).filter((one) => one !== null);
  const isLocked = metas.get('article:content_tier')?.[0]?.toLowerCase() === 'locked';
  return {
    free: isLocked || said.includes(false) ? false : said.length > 0 ? true : null,
    words: Math.max(0, ...entities.map(({ wordCount }) => Number(wordCount) || 0)),
    lockedClasses: parts
      .filter(({ isAccessibleForFree }) => truth(isAccessibleForFree) === false)
      .flatMap(({ cssSelector }) =>
        [...String(cssSelector ?? '').matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name),
      ),
  };
}

const entitiesOf = (value: unknown): Entity[] =>
  [value].flat().filter((one): one is Entity => typeof one === 'object' && one !== null);

/** Pages write it as a value, as a text, and as an address of schema.org. */
function truth(value: unknown): boolean | null {
  const said = /(true|false)$/i.exec(String(value))?.[1]?.toLowerCase();
  return said === undefined ? null : said === 'true';
}
