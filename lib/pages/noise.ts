import type { DomElement } from './dom.ts';
import { HEADINGS, names } from './element-names.ts';
import { nameWords } from './name-words.ts';

/**
 * Words in classes, identifiers, roles and own names of elements with which pages of all kinds name what is not their content. If what one word
 * names is more of a page than `MAX_SHARE`, the word means something else there.
 */
const WORDS = names(`ad ads advert advertisement advertising advertorial promo promoted promotion sponsor sponsored
  teaser teasers related recommended recommendation recommendations recirculation trending outbrain taboola
  newsletter newsletters subscribe subscription signup signin login paywall donate donation
  share shares sharing sharebar sharedaddy addthis addtoany social socials follow
  comments comment commentlist disqus respond replies
  cookie cookies consent gdpr popup modal dialog alertdialog
  breadcrumb breadcrumbs nav navbar navbox navigation menu menubar pagination pager sidebar footer
  dropdown metadata tags byline dateline bio credit credits copyright noprint`);
const MAX_SHARE = 0.3;
/** No rule looks into them: highlighters name comments in code. */
const OPAQUE = names('code pre table');

/** Takes out what a page itself names as something else than its content. */
export function removeNoise(body: DomElement) {
  const limit = body.textLength * MAX_SHARE;
  const named = new Map<string, Named>();
  const walk = (parent: DomElement) => {
    for (const child of parent.children) {
      const word = HEADINGS.has(child.localName) ? undefined : noiseWord(child);
      if (word !== undefined) add(named, word, child);
      const isNoise = word !== undefined && child.textLength <= limit;
      if (!isNoise && !OPAQUE.has(child.localName)) walk(child);
    }
  };
  walk(body);
  for (const { elements, chars } of named.values()) {
    if (chars <= limit) for (const element of elements) element.remove();
  }
}

/** What one word names. */
interface Named {
  elements: DomElement[];
  chars: number;
}

function add(named: Map<string, Named>, word: string, element: DomElement) {
  const known = named.get(word) ?? { elements: [], chars: 0 };
  known.elements.push(element);
  known.chars += element.textLength;
  named.set(word, known);
}

function noiseWord(element: DomElement): string | undefined {
  const { attributes, localName, className, id } = element;
  // Names of elements with a hyphen are the page's own.
  const name = localName.includes('-') ? localName : '';
  if (attributes.length === 0 && name === '') return undefined;
  return knownNoise(`${name} ${className} ${id} ${element.getAttribute('role') ?? ''}`);
}

/** Pages name most of their elements alike. */
const known = new Map<string, string | undefined>();
const MAX_KNOWN = 5_000;

function knownNoise(text: string): string | undefined {
  if (known.has(text)) return known.get(text);
  const word = nameWords(text).find((one) => WORDS.has(one));
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(text, word);
  return word;
}
