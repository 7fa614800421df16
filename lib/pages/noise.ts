import type { DomElement } from './dom.ts';
import { HEADINGS, names } from './element-names.ts';

/**
 * Words in classes, identifiers and roles with which pages of all kinds name what is not their content. If what one word
 * names is more of a page than `MAX_SHARE`, the word means something else there.
 */
const WORDS = names(`ad ads advert advertisement advertising advertorial promo promoted promotion sponsor sponsored
  teaser teasers related recommended recommendation recommendations recirculation trending outbrain taboola
  newsletter newsletters subscribe subscription signup signin login paywall donate donation
  share shares sharing sharebar sharedaddy addthis addtoany social socials follow
  comments comment commentlist disqus respond replies
  cookie cookies consent gdpr popup modal dialog alertdialog
  breadcrumb breadcrumbs nav navbar navbox navigation menu menubar pagination pager sidebar footer
  tags byline dateline bio credit credits copyright noprint`);
const MAX_SHARE = 0.3;
/** No rule looks into them: highlighters name comments in code. */
const OPAQUE = names('code pre table');

/** The words of names as programs write them: `ArticleShareBar`, `article-share_bar`. */
function wordsOf(text: string): string[] {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
}

/** Takes out what a page itself names as something else than its content. */
export function removeNoise(body: DomElement) {
  const limit = body.textLength * MAX_SHARE;
  const named = new Map<string, DomElement[]>();
  const walk = (parent: DomElement) => {
    for (const child of parent.children) {
      const found = child.textLength <= limit && !HEADINGS.has(child.localName) ? noiseWord(child) : undefined;
      if (found !== undefined) add(named, found, child);
      else if (!OPAQUE.has(child.localName)) walk(child);
    }
  };
  walk(body);
  for (const elements of named.values()) {
    const chars = elements.reduce((sum, { textLength }) => sum + textLength, 0);
    if (chars <= limit) for (const element of elements) element.remove();
  }
}

function add(named: Map<string, DomElement[]>, word: string, element: DomElement) {
  const elements = named.get(word);
  if (elements === undefined) named.set(word, [element]);
  else elements.push(element);
}

function noiseWord(element: DomElement): string | undefined {
  const { attributes } = element;
  if (attributes.length === 0) return undefined;
  return wordsOf(`${element.className} ${element.id} ${element.getAttribute('role') ?? ''}`).find((word) =>
    WORDS.has(word),
  );
}
