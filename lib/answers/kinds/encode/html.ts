import { decodeHTML, encodeNonAsciiHTML } from 'entities';
import { textAfter, textBefore, unquoted } from '../../reading/command.ts';
import { characterNamed } from './character-names.ts';

/** HTML entities: of a character, given directly or by name; of a text; and back. */
export interface HtmlWanted {
  direction: 'encode' | 'decode';
  text: string;
}

const VERB = '(encode|escape|decode|unescape)(?:d|r|ing)?';
const NOUN = '((?:[- ]?(?:character|char|special|entity|entities|codes?|symbols?))*)';
const FRONT = new RegExp(`^(?:${VERB}[- ]?)?html(?:[- ]?${VERB})?${NOUN}(?: (for|of))?:? (?:an? |the )?`, 'i');
const FRONT_EXACT = new RegExp(`^(?:${VERB}[- ]?)?html(?:[- ]?${VERB})?${NOUN}(?: (for|of))?:? `, 'i');
const BACK = new RegExp(
  ` (?:(?:in|to|for|as|into) )?(?:${VERB}[- ]?)?html(?:[- ]?${VERB})?${NOUN}(?:[- ]${VERB})?$`,
  'i',
);
/** `html entity decode &gt;`: the verb follows the noun. */
const LATE_VERB = new RegExp(`^${VERB} (?=\\S)`, 'i');
const HOW_TO =
  /^(?:how (?:to|do i|do you|can i) )?(?:(?:get|write|make|type|insert|add|show|display|use|put|encode|escape|(decode|unescape)) )?/i;

const A_CHARACTER = /^(?:an? |the )?("[^"]+"|'[^']+'|\P{ASCII}) (?:character|char|symbol|sign)$/iu;

const ENTITY = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});?/i;
const BARE_NUMBER = /^&?(#(?:\d{1,7}|x[0-9a-f]{1,6}));?$/i;
const WHOLE_ENTITY = /^&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});$/i;
/** Names of characters that mean something else after the bare word `html`. */
const ORDINARY =
  /^(?:copy|at|times|dot|star|hash|division|divide|clubs?|amp|and|half|minus|plus|quotes?|squared|cubed)$/i;

/** Names of entities that are not words: `html oslash`. */
const ACCENTED = /^[a-z](?:grave|acute|circ|tilde|uml|ring|cedil|slash|caron)$/i;
const UNMISTAKABLE = new Set(
  `AElig aelig OElig oelig szlig THORN thorn larr rarr uarr darr harr crarr lsquo rsquo sbquo ldquo rdquo bdquo laquo raquo
  lsaquo rsaquo mdash ndash hellip nbsp ensp emsp thinsp zwj zwnj iexcl iquest middot sup1 sup2 sup3 frac12 frac14 frac34 deg
  hearts diams plusmn ordf ordm curren brvbar macr permil infin radic asymp there4`.split(/\s+/),
);

/** The character of a named entity. Entity names are case-sensitive. */
function entityNamed(name: string, isEntity: boolean): string | null {
  const isName = ACCENTED.test(name) || UNMISTAKABLE.has(name) || (isEntity && /^[a-z]{2,8}\d{0,2}$/i.test(name));
  if (!isName) return null;
  const char = decodeHTML(`&${name};`);
  return [...char].length === 1 ? char : null;
}

/** The HTML conversion that a query asks for; null if it asks for none. */
export function htmlWanted(q: string): HtmlWanted | null {
  if (q.startsWith('&') && WHOLE_ENTITY.test(q)) return { direction: 'decode', text: q };
  if (!/html/i.test(q)) return null;
  for (const command of [FRONT_EXACT, FRONT]) {
    const front = textAfter(q, command);
    if (!front) continue;
    const [, before, behind, noun = '', of] = front.parts;
    const called = noun !== '' || of !== undefined;
    const [late = '', verb] = (noun !== '' && LATE_VERB.exec(front.text)) || [];
    // In a question about a character, drop the question mark, unless it is the character.
    const asked = of === undefined ? front.text : front.text.replace(/(?<=\S)\?$/, '').trimEnd();
    const wanted = wantedOf(asked.slice(late.length), before ?? behind ?? verb, called, /entit/i.test(noun));
    if (wanted) return wanted;
  }
  const back = textBefore(q, BACK);
  if (!back) return null;
  const [, before, behind, noun = '', late] = back.parts;
  const [asked = '', decodes] = HOW_TO.exec(back.text) ?? [];
  // `a © character`
  const text = back.text.slice(asked.length).replace(A_CHARACTER, '$1');
  const verb =
    before ??
    behind ??
    late ??
    decodes ??
    (asked === '' && !/^(?:how|encode|escape)\b/i.test(q) ? undefined : 'encode');
  const called = noun !== '' || asked !== '';
  return wantedOf(text, verb, called) ?? wantedOf(text.replace(/^(?:an?|the) /i, ''), verb, called);
}

function wantedOf(given: string, verb: string | undefined, called: boolean, isEntity = false): HtmlWanted | null {
  // `"a" & "b"`: the marks belong to two texts, so they are part of the text to encode.
  const text = /^"[^"]*\S"\s/.test(given) ? given : unquoted(given);
  if (/^(?:decode|unescape)/i.test(verb ?? '') || (verb === undefined && ENTITY.test(text))) {
    return ENTITY.test(text) || BARE_NUMBER.test(text) ? { direction: 'decode', text } : null;
  }
  if (BARE_NUMBER.test(text) && verb === undefined) return { direction: 'decode', text };
  const isOne = [...text].length === 1;
  // A single letter or digit after the bare word may be a tag: `html a`.
  if (isOne && (verb !== undefined || !/[a-z0-9]/i.test(text))) return { direction: 'encode', text };
  // Americans also call the hash sign `pound sign`, but that sign needs no entity.
  const named = /^(?:an? )?pound sign(?: character| symbol)?$/i.test(text)
    ? '£'
    : (characterNamed(text) ?? entityNamed(text, isEntity));
  if (named !== null && (verb !== undefined || called || !ORDINARY.test(text)))
    return { direction: 'encode', text: named };
  return (verb !== undefined || isEntity) && /[<>&"']|[^\u0020-\u007e]/.test(text)
    ? { direction: 'encode', text }
    : null;
}

/** The names from HTML 4, which every table lists, for the shorter names that HTML 5 added. */
const USUAL = new Map(
  `angst Aring,ohm Omega,aleph alefsym,ap asymp,div divide,epsi epsilon,half frac12,iff hArr,mldr hellip,Im image,in isin,
  Del nabla,bot perp,pm plusmn,Sqrt radic,Re real,thetav thetasym,die uml,Upsi upsih,upsi upsilon,wp weierp`
    .split(/,\s*/)
    .map((pair) => pair.split(' ') as [string, string]),
);

/** Encodes a text with named entities where they exist, and numeric entities otherwise. */
export function htmlEncoded(text: string): string {
  const encoded = encodeNonAsciiHTML(text)
    .replace(/&([a-z]+);/gi, (entity, name) => (USUAL.has(name) ? `&${USUAL.get(name)};` : entity))
    // HTML 4 does not have &apos;.
    .replaceAll('&apos;', '&#39;');
  return encoded === text && text.length === 1 ? `&#${text.charCodeAt(0)};` : encoded;
}

/** Decodes HTML entities; returns null if nothing changes or a character is invalid. */
export function htmlDecoded(text: string): string | null {
  const decoded = decodeHTML(text.replace(BARE_NUMBER, '&$1;').replace(/^(&#x?[0-9a-f]+)$/i, '$1;'));
  return decoded === text || decoded.includes('\ufffd') ? null : decoded;
}
