import type { DomElement } from './dom.ts';
import type { Metadata } from './metadata.ts';
import type { PageHead } from './page-head.ts';
import { groupsOf } from './units.ts';

/** What a page of HTML is, as far as it shows: a `service` is a page of sections that is nothing else. */
export type ContentKind = 'article' | 'documentation' | 'product' | 'collection' | 'listing' | 'forum' | 'service';

const ARTICLE = /"@type"\s*:\s*\[?\s*"(?:\w*Article|BlogPosting|\w*Report)"/;
const MANUAL = /"@type"\s*:\s*\[?\s*"(?:TechArticle|APIReference)"/;
const PRODUCT = /"@type"\s*:\s*\[?\s*"Product(?:Group)?"/;
const LIST = /"@type"\s*:\s*\[?\s*"(?:ItemList|CollectionPage)"/;
/** Of a page's text, in the cards of one that shows many things. */
const MIN_CARDS_SHARE = 0.3;
const MIN_CARDS = 6;
/** Pieces of code on a page that explains how something is used. */
const MIN_CODE = 3;

/** What a page says that it is, for programs. */
export interface Claims {
  isArticle: boolean;
  isManual: boolean;
  isProduct: boolean;
}

export function claimsOf({ jsonLd, metas, itemTypes }: PageHead, { author, published }: Metadata): Claims {
  const says = (pattern: RegExp) => jsonLd.some((script) => pattern.test(script));
  const ogType = metas.get('og:type')?.[0] ?? '';
  const isProduct = says(PRODUCT) || [...itemTypes].some((type) => /\bProduct$/.test(type));
  return {
    isArticle:
      says(ARTICLE) ||
      ogType === 'article' ||
      metas.has('article:published_time') ||
      (author !== '' && published !== ''),
    isManual: says(MANUAL),
    isProduct: ogType === 'product' || (isProduct && !says(LIST)),
  };
}

/** The kind of a page that is no conversation, by what it says and by what repeats in it. */
export function contentKind(content: DomElement, claims: Claims, isText: boolean): ContentKind {
  if (claims.isProduct) return 'product';
  const code = content.querySelectorAll('pre,p').filter(({ localName }) => localName === 'pre').length;
  if (claims.isManual || (isText && code >= MIN_CODE && !claims.isArticle)) return 'documentation';
  if (isText || claims.isArticle) return isText ? 'article' : 'service';
  const cards = [...groupsOf(content)].filter(({ isCards }) => isCards);
  const units = cards.flatMap((group) => group.units);
  const chars = units.reduce((sum, { textLength }) => sum + textLength, 0);
  if (units.length < MIN_CARDS || chars < content.textLength * MIN_CARDS_SHARE) return 'service';
  const priced = cards.filter(({ isPriced }) => isPriced).flatMap((group) => group.units);
  return priced.length * 2 > units.length ? 'collection' : 'listing';
}
