import { jsonFile, meaningsSchema } from '../../data-file.ts';
import { inlineAnswer } from '../../kind.ts';
import { translate } from '../../phrases.ts';
import { foldedWord } from '../../reading/folded.ts';
import { withDigits } from '../../reading/numbers/with-digits.ts';
import { callingWords, phraseLength } from '../../reading/phrase-matching.ts';
import type { Reading } from '../../reading/reading.ts';
import { chosen, type Drawn, drawn, MAX_DRAWS, RandomData, type Said } from './forms.ts';

const MAX_CHARACTERS = 100;

const meaningsOf = jsonFile(new URL('./data/draw-words.json', import.meta.url), meaningsSchema);

/** Dice such as 2d6, numbers, words with what is written into them, and single marks. */
const TOKEN = /\d*d\d+(?![\p{L}\d])|\d[\d,]*(?:\.\d+)?|\p{L}[\p{L}\p{M}\d'/-]*|\.\.|\S/gu;
/** Every query for a draw has a word with one of these meanings, or names its dice. */
const CALLING = /\b(?:throw|random|generate|pick|uuid|password|passphrase)\b/;
const CHOOSE = /^(?:please )?(?:choose|decide)(?: one)?(?: (?:between|from|of|among))?:? (.{3,300})$/i;
const PICK = /^(?:please )?(?:randomly )?(?:pick|select)(?: one)?(?: (?:between|from|of|among)|:) (.{3,300})$/i;

/** Reads a query if every one of its words is a word of draws: `random access memory` is about something else. */
function saidIn({ folded, lang }: Reading): Said | null {
  if (folded.length > MAX_CHARACTERS) return null;
  const meanings = meaningsOf();
  const tokens = folded.match(TOKEN) ?? [];
  const words: Said['words'][number][] = [];
  for (let at = 0, length = 1; at < tokens.length; at += length) {
    length = phraseLength(tokens, at, meanings) || 1;
    const text = tokens.slice(at, at + length).join(' ');
    const number = meanings.has(text) ? text : withDigits(text, lang);
    const meaning = /^\d*d\d+$/.test(text) ? 'ndm' : /^\d/.test(number) ? 'count' : meanings.get(text);
    // `a roll of the dice` is what somebody did.
    if (meaning === undefined || (text === 'of' && words.at(-1)?.meaning === 'throw')) return null;
    const written = meaning === 'count' ? number.replaceAll(',', '') : text;
    for (const each of meaning.split(' ')) words.push({ meaning: each, text: written });
  }
  return { words, has: (...wanted) => words.some(({ meaning }) => wanted.includes(meaning)) };
}

/** `choose Tea or Coffee`, `pick one: a, b, c`; not `pick up or delivery`. The choice keeps its case. */
function choice(q: string): Drawn | null {
  const list = (CHOOSE.exec(q) ?? PICK.exec(q))?.[1]?.replace(/[?!]+$/, '') ?? '';
  const isBetween = /\b(?:between|from|of|among)\b|:/i.test(q.slice(0, q.length - list.length));
  const items = list
    .trim()
    .split(isBetween ? /\s*,\s*(?:(?:or|and)\s+)?|\s+(?:or|and)\s+/i : /\s*,\s*(?:or\s+)?|\s+or\s+/i);
  if (items.length < 2 || items.length > MAX_DRAWS || items.includes('')) return null;
  return { kind: 'choice', values: [chosen(items)] };
}

/** Coins, dice, numbers, passwords: drawn anew for each request. */
export const random = inlineAnswer({
  type: 'random',
  personal: true,
  example: 'flip a coin',
  data: RandomData,
  words() {
    const phrases = [...meaningsOf()].filter(([, meaning]) => CALLING.test(meaning));
    return ['decide', ...callingWords(phrases.map(([phrase]) => foldedWord(phrase)))];
  },
  signs: /(?<![\p{L}\d])\d*d\d/u,
  read({ q, now, reading }) {
    const said = saidIn(reading);
    return (said && drawn(said, now)) ?? choice(q);
  },
  answer(draw, { lang }) {
    const { kind, values, total } = draw;
    const line = values.join(', ');
    const shown = kind === 'coin' ? values.map((side) => translate(String(side), lang)).join(', ') : line;
    const sum = total === undefined || line === String(total) ? '' : ` (${translate('total', lang)} ${total})`;
    const [first = ''] = values;
    return { answer: `${shown}${sum}`, data: { ...draw, value: total ?? (values.length === 1 ? first : line) } };
  },
});
