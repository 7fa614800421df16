/**
 * Text of a page within Markdown. Whether a character is read as a mark depends on its neighbours, which are known only
 * when a paragraph is complete: until then, the characters that may be marks are written as noncharacters of Unicode, and
 * those that Tributary writes as marks stand for themselves.
 */
const SIGNS = '\\`*_<&[](:!~';
const FIRST = 0xfdd0;
const ANY_SIGN = /[\\`*_<&[\](:!~]/g;
const ANY_HELD = /[\ufdd0-\ufddb]/g;
const BRACKETS = /[\ufdd6\ufdd7]/g;

/** Noncharacters, which no text needs: those of a page must not be taken for held signs. */
export const NONCHARACTERS = /[\ufdd0-\ufdef]/g;

/** The text with its signs held back until `resolved`. */
export function held(text: string): string {
  return text.replace(ANY_SIGN, (sign) => String.fromCharCode(FIRST + SIGNS.indexOf(sign)));
}

/** The text of a link or a picture: brackets that do not pair would end it. */
export function heldLabel(text: string): string {
  let depth = 0;
  for (const [bracket] of text.matchAll(BRACKETS)) {
    depth += signOf(bracket) === '[' ? 1 : -1;
    if (depth < 0) break;
  }
  return depth === 0 ? text : text.replace(BRACKETS, (bracket) => `\\${signOf(bracket)}`);
}

/** A complete paragraph, in which held signs are escaped where they would be read as marks. */
export function resolved(paragraph: string): string {
  const plain = paragraph.replace(ANY_HELD, signOf);
  const escaped = paragraph.replace(ANY_HELD, (_held, at: number) =>
    isMark(plain, at, paragraph) ? `\\${plain[at]}` : (plain[at] as string),
  );
  return escaped
    .replace(/^(?:#{1,6}(?= |$)|>|[-+](?= |$)|[-=|:][-=|: ]*$)/gm, '\\$&')
    .replace(/^(\d{1,9})([.)](?= |$))/gm, '$1\\$2');
}

function signOf(sign: string): string {
  return SIGNS[sign.charCodeAt(0) - FIRST] ?? sign;
}

const PUNCTUATION = /[!-/:-@[-`{-~\n]/;
const WORD = /[\p{L}\p{N}]/u;
/** A tag, a comment, an instruction, or an address within angle brackets. */
const TAG = /<(?:[a-z/!?]|[\w.!#$%&'*+/=?^`{|}~-]+@)/iy;
const ENTITY = /&#?\w{1,40};/y;

/** Whether the sign at this place of a paragraph would be read as a mark. `held` tells signs of the page from marks. */
function isMark(plain: string, at: number, paragraph: string): boolean {
  const [before = '', after = ''] = [plain[at - 1], plain[at + 1]];
  switch (plain[at]) {
    case '\\':
      return after === '' || PUNCTUATION.test(after);
    case '_':
      return !(WORD.test(before) && WORD.test(after));
    case '<':
      return matchesAt(TAG, plain, at);
    case '&':
      return matchesAt(ENTITY, plain, at);
    case '[':
      return after === '^';
    case ']':
      return false;
    // What follows a bracket makes it a link, or the definition of one.
    case '(':
    case ':':
      return before === ']';
    case '!':
      return paragraph[at + 1] === '[';
    case '~':
      return before === '~' || after === '~';
    default:
      return true;
  }
}

function matchesAt(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at;
  return sticky.test(text);
}
