import type { AnswerContent } from '../../answer.ts';
import { characterNamed } from '../encode/character-names.ts';
import { currencySign } from './currency-symbols.ts';
import type { Look, ReferenceData } from './data.ts';
import { emoji } from './emoji.ts';
import { countryOfFlag, flagOf } from './flags.ts';
import { type CodePoint, codePoint } from './unicode.ts';

/** Characters: currency symbols, code points, emoji. */

const SYMBOL =
  /^(?:the )?(?:currency )?(?:symbol|sign)(?: (?:of|for))? (?:the )?([a-z ]{3,40}?)(?: currency)?$|^([a-z ]{3,40}?) (?:currency )?(?:symbol|sign)$/;

/** The symbol of a currency. */
export const currencySymbol: Look = ({ plain }) => {
  if (!/symbol|sign/.test(plain)) return null;
  const parts = SYMBOL.exec(plain);
  const name = parts?.[1] ?? parts?.[2];
  // In American English, the pound sign is the hash.
  if (!name || (name === 'pound' && /sign/.test(plain))) return null;
  const sign = currencySign(name);
  return (
    sign && {
      answer: `${sign.name} (${sign.code}): ${sign.symbol}`,
      data: { kind: 'currency_symbol', code: sign.code, name: sign.name, value: sign.symbol },
    }
  );
};

/** Names that often mean something else before `sign` or `symbol`. */
const NO_SIGN = /^(?:pound|star|copy|half|club|clubs|diamond|diamonds|times)$/;
const NAMED_SIGN =
  /^(?:the )?([a-z][a-z -]{1,38}?) (?:symbol|sign)(?: copy(?: and| &)? paste)?$|^(?:symbol|sign) (?:of|for) (?:the |an? )?([a-z][a-z -]{1,38})$/;
/** Greek letters are symbols for many things, in either case. Only π is always lower case. */
const GREEK = /^(?!π)\p{Script=Greek}$/u;

/** Signs that are not on keyboards: `degree symbol`. Queries for signs on keyboards ask about their meaning. */
export const namedSign: Look = ({ plain }) => {
  const parts = /symbol|sign/.test(plain) ? NAMED_SIGN.exec(plain) : null;
  const name = parts?.[1] ?? parts?.[2];
  if (!name || NO_SIGN.test(name)) return null;
  const char = characterNamed(name) ?? characterNamed(`${name} sign`);
  if (!char || char <= '\u00a0' || GREEK.test(char)) return null;
  const found = codePoint(char.codePointAt(0) ?? -1);
  return found && { answer: unicodeLine(found), data: { kind: 'unicode', ...found, value: found.char } };
};

function unicodeLine({ char, code, category, decimal, utf8 }: CodePoint): string {
  const shown = /\p{C}|\p{Z}|\p{M}/u.test(char) ? '' : `${char} `;
  return `${shown}${code}, ${category}, decimal ${decimal}, UTF-8 ${utf8}`;
}

const CODE =
  /^(?:(?:unicode|code ?point|character)(?: (?:character|code|of|for))* )?u\+([0-9a-f]{4,6})(?: (?:unicode|character))?$|^\\[ux]\{?([0-9a-f]{4,6})\}?$|^(?:unicode|code ?point) (?:character )?(?:u|0x|\\u)?([0-9a-f]{4,6})$/;
const CHAR =
  /^(?:(?:(?:which|what|the) )?unicode|code ?point)(?: (?:code|value|number|point|character|symbol|codepoint))*(?: (?:of|for|is))? ["']?(\P{C})["']?$|^["']?(\P{C})["']? (?:in )?(?:unicode|code ?point)(?: (?:code|value|number|point|codepoint))*$/iu;

const AROUND_SIGN = /^(?:unicode|codes?|value|number|point|codepoint|character|the|an?|of|for|in)$/;

/** A sign that is not on keyboards, by name: `unicode for em dash`. */
function signIn(plain: string): string | null {
  const words = plain.split(' ');
  if (!words.includes('unicode')) return null;
  const name = words.filter((word) => !AROUND_SIGN.test(word)).join(' ');
  // There are many variants of these.
  if (/heart|check|tick|arrow/.test(name)) return null;
  const char = characterNamed(name);
  return char !== null && char > '\u00a0' ? char : null;
}

/** The code point of a character, or the character of a code point. */
export const unicode: Look = ({ q, plain }) => {
  if (!/unicode|code ?point|u\+|^\\[ux]/.test(plain)) return null;
  const parts = CODE.exec(plain);
  const hex = parts?.[1] ?? parts?.[2] ?? parts?.[3];
  const typed = hex ? null : CHAR.exec(q.replace(/^what(?:'s| is) /i, '').replace(/(?<=\S)\?$/, ''));
  const char = typed?.[1] ?? typed?.[2] ?? (hex ? null : signIn(plain));
  const found = hex ? codePoint(Number.parseInt(hex, 16)) : char ? codePoint(char.codePointAt(0) ?? -1) : null;
  if (!found) return null;
  return {
    answer: unicodeLine(found),
    data: { kind: 'unicode', ...found, value: hex ? found.char : found.code },
  };
};

const emojiNames = new Map(
  Object.entries(emoji).flatMap(([char, names]) => names.split(',').map((name) => [name, char])),
);
const EMOJI =
  /^(?:the )?(.{2,40}?) (?:face )?emojis?(?: symbol| copy(?: and| &)? paste)?$|^emojis? (?:(?:for|of) )?(?:an? )?(.{2,40})$/;
const EMOJI_MEANING =
  /^(?:what does (?:the )?|(?:the )?meaning of (?:the )?|(?:which|what) emoji is )?(\P{ASCII}{1,8}) ?(?:emoji)? ?(?:mean(?:ing)?)?$/u;
const FLAG = /^(?:the )?(?:(.{2,40}) flag|flag of (.{2,40}))$|^flag (.{2,40})$/;

/** The emoji of a name, or the name of an emoji. */
export const emojiNamed: Look = ({ plain: query }) => {
  if (!/emoji|mean/.test(query)) return null;
  const meant = EMOJI_MEANING.exec(query)?.[1]?.trim();
  if (meant !== undefined) {
    const country = countryOfFlag(meant);
    if (country) return shownEmoji(meant, `flag of ${country}`, `flag of ${country}`);
    const char = [meant, `${meant}\ufe0f`].find((candidate) => Object.hasOwn(emoji, candidate));
    const name = char && emoji[char]?.split(',')[0];
    if (!char || !name) return null;
    return shownEmoji(char, name, name);
  }
  const parts = EMOJI.exec(query);
  const asked = (parts?.[1] ?? parts?.[2])?.replace(/ face$/, '');
  const char = asked === undefined ? undefined : (emojiNames.get(asked) ?? emojiNames.get(`${asked} face`));
  if (char && asked) return shownEmoji(char, asked, char);
  const [, whose, of, plain] = FLAG.exec(asked ?? '') ?? [];
  const flag = flagOf(whose ?? of ?? plain ?? '');
  return flag && shownEmoji(flag.flag, `flag of ${flag.country}`, flag.flag);
};

const shownEmoji = (emoji: string, name: string, value: string): AnswerContent<ReferenceData> => ({
  answer: `${emoji} ${name}`,
  data: { kind: 'emoji', emoji, name, value },
});
