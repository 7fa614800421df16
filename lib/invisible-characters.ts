/** How characters can be in a text without being seen: as tags, without a width, or by turning the text around. */
export type InvisibleWay = 'tag_characters' | 'zero_width' | 'bidirectional';

/** Units of UTF-16 that such characters have, for a class of a pattern: tested several times faster than properties. */
export const MAYBE_INVISIBLE = [
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4-\\u180f',
  '\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164',
  '\\ufd50-\\ufeff\\uffa0\\ufff0-\\ufff8\\ud82f\\ud834\\udb40-\\udb43',
].join('');
const MAYBE = new RegExp(`[${MAYBE_INVISIBLE}]`);
/** The flag of a part of a country: a black flag, the tags of its code as in ISO 3166-2, and the tag that ends it. */
const FLAG = '\\u{1F3F4}[\\u{E0061}-\\u{E007A}]{2}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{1,3}\\u{E007F}';
const FLAG_OR_INVISIBLE = new RegExp(`${FLAG}|\\p{Default_Ignorable_Code_Point}`, 'gu');
const TAG = /^[\u{E0000}-\u{E007F}]/u;
const BIDIRECTIONAL = /\p{Bidi_Control}/u;

const JOINER = '\u200d';
const NON_JOINER = '\u200c';
/** Letters and marks whose form depends on their neighbours. */
const JOINED_SCRIPTS =
  'Adlm Arab Beng Deva Gujr Guru Java Khmr Knda Mand Mlym Mong Mymr Nkoo Orya Rohg Sinh Syrc Taml Telu Thaa Tibt'
    .split(' ')
    .map((script) => `\\p{scx=${script}}`)
    .join('');
const JOINED = new RegExp(`(?=[\\p{L}\\p{M}])[${JOINED_SCRIPTS}]$`, 'u');
const EMOJI_BEFORE = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;
const EMOJI_AFTER = /^\p{Extended_Pictographic}/u;
/** Which form of a character is meant. */
const VARIATION = /^[\ufe00-\ufe0f]/;
const HAN_VARIATION = /^[\u{E0100}-\u{E01EF}]/u;
const MONGOLIAN_VARIATION = /^[\u180b-\u180d\u180f]/;
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]$/u;

/** The text without characters that nobody sees. Those stay that a script or an emoji needs for its form. */
export function withoutInvisible(text: string, onRemoved?: (way: InvisibleWay) => void): string {
  if (!MAYBE.test(text)) return text;
  return text.replace(FLAG_OR_INVISIBLE, (found, at: number) => {
    const isFlag = found.length > 2;
    if (isFlag || isNeeded(found, text.slice(Math.max(0, at - 2), at), text.slice(at + found.length, at + 3)))
      return found;
    onRemoved?.(TAG.test(found) ? 'tag_characters' : BIDIRECTIONAL.test(found) ? 'bidirectional' : 'zero_width');
    return '';
  });
}

/** Whether a character gives the one before it its form. A second one does nothing. */
function isNeeded(found: string, before: string, after: string): boolean {
  if (found === NON_JOINER) return JOINED.test(before);
  if (found === JOINER) return JOINED.test(before) || (EMOJI_BEFORE.test(before) && EMOJI_AFTER.test(after));
  if (VARIATION.test(found)) return VISIBLE.test(before);
  if (HAN_VARIATION.test(found)) return /\p{sc=Han}$/u.test(before);
  return MONGOLIAN_VARIATION.test(found) && /\p{sc=Mong}$/u.test(before);
}
