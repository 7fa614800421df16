import { currencySign } from './currency-symbols.ts';
import type { Look } from './data.ts';
import { emoji } from './emoji.ts';
import { codePoint } from './unicode.ts';

/** Characters: signs of currencies, code points, emoji. */

const SYMBOL =
  /^(?:the )?(?:currency )?(?:symbol|sign)(?: (?:of|for))? (?:the )?([a-z ]{3,40}?)(?: currency)?$|^([a-z ]{3,40}?) (?:currency )?(?:symbol|sign)$/;

export const currencySymbol: Look = ({ plain }) => {
  if (!/symbol|sign/.test(plain)) return null;
  const parts = SYMBOL.exec(plain);
  const name = parts?.[1] ?? parts?.[2];
  // To Americans, the pound sign is the hash.
  if (!name || (name === 'pound' && /sign/.test(plain))) return null;
  const sign = currencySign(name);
  return (
    sign && {
      answer: `${sign.name} (${sign.code}): ${sign.symbol}`,
      data: { kind: 'currency_symbol', code: sign.code, name: sign.name, value: sign.symbol },
    }
  );
};

const CODE =
  /^(?:(?:unicode|code ?point|character)(?: (?:character|code|of|for))* )?u\+([0-9a-f]{4,6})(?: (?:unicode|character))?$|^unicode (?:character )?(?:u|0x|\\u)?([0-9a-f]{4,6})$/;
const CHAR =
  /^(?:(?:the )?unicode|code ?point)(?: (?:code|value|number|point|character|symbol|code point|codepoint))*(?: (?:of|for))? ["']?(\P{C})["']?$|^["']?(\P{C})["']? (?:in )?(?:unicode|code ?point)(?: (?:code|value|point))?$/iu;

export const unicode: Look = ({ q, plain }) => {
  if (!/unicode|code ?point|u\+/.test(plain)) return null;
  const parts = CODE.exec(plain);
  const hex = parts?.[1] ?? parts?.[2];
  const typed = hex ? null : CHAR.exec(q.replace(/^what(?:'s| is) /i, '').replace(/(?<=\S.)\?$/, ''));
  const char = typed?.[1] ?? typed?.[2];
  const found = hex ? codePoint(Number.parseInt(hex, 16)) : char ? codePoint(char.codePointAt(0) ?? -1) : null;
  if (!found) return null;
  const shown = /\p{C}|\p{Z}|\p{M}/u.test(found.char) ? '' : `${found.char} `;
  return {
    answer: `${shown}${found.code}, ${found.category}, decimal ${found.decimal}, UTF-8 ${found.utf8}`,
    data: { kind: 'unicode', ...found, value: hex ? found.char : found.code },
  };
};

const emojiNames = new Map(
  Object.entries(emoji).flatMap(([char, names]) => names.split(',').map((name) => [name, char])),
);
const EMOJI =
  /^(?:the )?(.{2,40}?) (?:face )?emojis?(?: symbol| copy(?: and| &)? paste)?$|^emojis? (?:(?:for|of) )?(?:an? )?(.{2,40})$/;
const EMOJI_MEANING = /^(?:what does (?:the )?)?(\P{ASCII}{1,8}) ?(?:emoji)? ?(?:mean(?:ing)?)?$/u;

export const emojiNamed: Look = ({ plain }) => {
  if (!/emoji|mean/.test(plain)) return null;
  const meant = EMOJI_MEANING.exec(plain)?.[1]?.trim();
  if (meant !== undefined) {
    const char = [meant, `${meant}\ufe0f`].find((candidate) => Object.hasOwn(emoji, candidate));
    const name = char && emoji[char]?.split(',')[0];
    if (!char || !name) return null;
    return { answer: `${char} ${name}`, data: { kind: 'emoji', emoji: char, name, value: name } };
  }
  const parts = EMOJI.exec(plain);
  const asked = (parts?.[1] ?? parts?.[2])?.replace(/ face$/, '');
  const char = asked === undefined ? undefined : (emojiNames.get(asked) ?? emojiNames.get(`${asked} face`));
  return char && asked
    ? { answer: `${char} ${asked}`, data: { kind: 'emoji', emoji: char, name: asked, value: char } }
    : null;
};
