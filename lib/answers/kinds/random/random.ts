import { randomInt } from 'node:crypto';
import { inlineKind } from '../../answer.ts';
import { memoizeLast } from '../../memoize-last.ts';
import { translate } from '../../phrases.ts';
import { folded } from '../../reading/folded.ts';
import { COUNTS, countOf, type Draw, LEAD, MAX_DRAWS, RandomData, TAIL } from './drawing.ts';
import { chosen, times } from './draws.ts';
import { cards, coin, dice } from './games.ts';
import { drawInEnglish, FOREIGN_DRAW } from './languages.ts';
import { newPassword, passphrase, string, uuid } from './secrets.ts';

/** node:crypto draws only below 2^48. */
const MAX_SPAN = 2 ** 48 - 1;
const MAX_DIGITS = 14;

const NUMBER = String.raw`(-?(?:\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.\d{1,6})?|zero|one|two|three|four|five|six|seven|eight|nine|ten)`;
const NUMBERS = [
  new RegExp(
    `^${LEAD}(?:(\\d{1,3}) )?(?:random )?(?:numbers?|nums?|integers?|ints?|whole numbers?|digits?)(?: (?:generator|picker))? ?(?:between|from|in|:|within)?(?: (?:the )?range(?: of)?)? ${NUMBER} ?(?:and|to|-|,|through|\\.\\.| ) ?${NUMBER}${TAIL}$`,
  ),
  new RegExp(`^(?:random|rand|rng)(?: (?:between|from))? ()${NUMBER} ?(?:and|to|-|,|through|\\.\\.| ) ?${NUMBER}$`),
];
const UP_TO = new RegExp(
  `^${LEAD}(?:number|num|integer|int)(?: generator)? (?<how>up to|under|below|less than|max|maximum) ${NUMBER}${TAIL}$`,
);
const DIGITS = new RegExp(
  `^${LEAD}(?<count>\\d{1,2})[- ]digits? (?:random )?(?<what>number|pin|pin code|code|pin number)${TAIL}$`,
);
const ANY_NUMBER =
  /^(?:(?:give|get|tell|show) me |generate |pick |create )?(?:an? )?(?:random|rand) (?:number|int|integer|num|whole number)(?: generator| picker)?$|^(?:pick|choose|think of) a (?:random )?number$/;
const FLOAT =
  /^(?:(?:give me|generate) )?(?:an? )?(?:random|rand) (?:float|decimal|real|double|fraction)(?: number)?(?: generator)?(?: (?:between|from) 0(?:\.0)? (?:and|to) 1(?:\.0)?)?$/;
const BOOLEAN = new RegExp(`^${LEAD}(?<what>boolean|bool|true or false|yes or no|yes/no)${TAIL}$`);

function number(text: string): Draw | null {
  if (FLOAT.test(text)) return () => ({ kind: 'number', values: [randomInt(1, 1e12) / 1e12] });
  if (ANY_NUMBER.test(text)) return () => ({ kind: 'number', values: [randomInt(1, 101)] });
  const drawn = BOOLEAN.exec(text)?.groups?.what;
  if (drawn && text.includes('random')) {
    return () => ({ kind: 'choice', values: [chosen(drawn.startsWith('yes') ? ['yes', 'no'] : ['true', 'false'])] });
  }
  return digits(text) ?? upTo(text) ?? inRange(text);
}

/** `random 6 digit number`, `random 4 digit pin`: a pin may begin with a zero, a number may not. */
function digits(text: string): Draw | null {
  const { count: written, what = '' } = DIGITS.exec(text)?.groups ?? {};
  const count = Number(written ?? 0);
  if (count < 1 || count > MAX_DIGITS || !/rand|generat|pick/.test(text)) return null;
  const most = 10 ** count;
  if (what === 'number') return () => ({ kind: 'number', values: [randomInt(most / 10, most)] });
  return () => ({ kind: 'string', values: [String(randomInt(most)).padStart(count, '0')] });
}

function upTo(text: string): Draw | null {
  const found = UP_TO.exec(text);
  const most = numberOf(found?.[2]) - (/under|below|less/.test(found?.[1] ?? '') ? 1 : 0);
  if (!(most >= 1 && most < MAX_SPAN) || !Number.isInteger(most)) return null;
  return () => ({ kind: 'number', values: [randomInt(1, most + 1)] });
}

const numberOf = (text = '') => COUNTS[text] ?? Number(text.replaceAll(',', '') || Number.NaN);

function inRange(text: string): Draw | null {
  const parts = NUMBERS.map((form) => form.exec(text)).find((found) => found !== null);
  if (!parts || (!/rand|rng|pick|choose|between|generat/.test(text) && !parts[1])) return null;
  const [, given, from = '', to = ''] = parts;
  const count = countOf(given || undefined);
  const scale = 10 ** Math.max(...[from, to].map((bound) => bound.split('.')[1]?.length ?? 0));
  const [low = 0, high = 0] = [numberOf(from), numberOf(to)]
    .map((bound) => Math.round(bound * scale))
    .sort((a, b) => a - b);
  if (!count || high - low >= MAX_SPAN || Math.max(-low, high) > Number.MAX_SAFE_INTEGER) return null;
  return () => ({ kind: 'number', values: times(count, () => randomInt(low, high + 1) / scale) });
}

const CHOICE =
  /^(?:please )?(?:choose|pick|select|decide|random choice|randomly (?:choose|pick)|pick one|choose one)(?: (?:randomly|one))?(?: (?:between|from|of|out of|among))?:? (.{3,300})$/i;

/** Reads the query as typed, so that the choice keeps its case. */
function choice(q: string): Draw | null {
  const list = CHOICE.exec(q.replace(/[?!]+$/, ''))?.[1];
  if (!list || /^(?:up|your|my|me|the right|how|what|which)\b|\bpick\b/i.test(list)) return null;
  const isBetween = /\b(?:between|from|of|among|choice)\b|:/i.test(q.slice(0, q.length - list.length));
  const items = list
    .split(isBetween ? /\s*,\s*(?:(?:or|and)\s+)?|\s+(?:or|and)\s+/i : /\s*,\s*(?:or\s+)?|\s+or\s+/i)
    .map((item) => item.trim());
  if (items.length < 2 || items.length > MAX_DRAWS || items.includes('')) return null;
  return () => ({ kind: 'choice', values: [chosen(items)] });
}

const ANY =
  /coin|quarter|penny|dime|nickel|heads|dic?e|\bd\d|\dd\d|rand|rng|number|digit|uu?id|guid|pass|pw|choose|pick|select|decide|cards?|unique/i;

const drawFor = memoizeLast(({ q, now }): Draw | null => {
  if (!ANY.test(q) && !FOREIGN_DRAW.test(q.toLowerCase())) return null;
  const text = drawInEnglish(folded(q));
  // `what is a guid` asks for a definition.
  if (text.length > 320 || /^(?:what|why|who|how|when|where|is|are|does) /.test(text)) return null;
  if (text.length > 90) return choice(q);
  return (
    coin(text) ??
    dice(text) ??
    uuid(text, now) ??
    passphrase(text) ??
    newPassword(text) ??
    string(text) ??
    number(text) ??
    cards(text) ??
    choice(q)
  );
});

/** Coins, dice, numbers, passwords: drawn anew for each request. */
export const random = inlineKind<RandomData>({
  type: 'random',
  personal: true,
  example: 'flip a coin',
  data: RandomData,
  match: (query) => drawFor(query) !== null,
  work(query) {
    const drawn = drawFor(query)?.();
    if (!drawn) return null;
    const { values, total } = drawn;
    const line = values.join(', ');
    const single = values.length === 1 ? (values[0] as string | number) : line;
    const value = drawn.kind === 'dice' && total !== undefined ? total : single;
    const shown = drawn.kind === 'coin' ? values.map((side) => translate(String(side), query.lang)).join(', ') : line;
    const sum = total === undefined || line === String(total) ? '' : ` (${translate('total', query.lang)} ${total})`;
    return { answer: `${shown}${sum}`, data: { ...drawn, value } };
  },
});
