import { randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Asked, inlineKind } from './answer.ts';
import { alphanumeric, chosen, hexDigits, letter, password, type Strength, times } from './random/draws.ts';
import { words } from './random/words.ts';
import { folded } from './wording.ts';

const Data = z.object({
  kind: z
    .enum(['coin', 'dice', 'number', 'uuid', 'password', 'passphrase', 'colour', 'string', 'choice'])
    .describe('What was drawn.'),
  values: z.array(z.union([z.string(), z.number()])).describe('Every single draw.'),
  value: z.union([z.string(), z.number()]).describe('The draw; all of them in a line when there are several.'),
  total: z.number().optional().describe('The sum of the dice, with what is added to them.'),
});
type RandomData = z.infer<typeof Data>;
type Draw = () => Omit<RandomData, 'value'>;

const MAX_DRAWS = 100;
const MAX_PASSWORD = 128;
const MAX_WORDS = 50;
/** node:crypto draws below 2^48. */
const MAX_SPAN = 2 ** 48 - 1;

const LEAD =
  "(?:(?:please|pls|just|can you|could you|i want you to|i want to|i need|i'd like|let's|lets|go|do|give|get|show|tell|make|create|generate|generator|draw|pick|new|me|an?|the|your|my|random(?:ly)?|rand|online|one|some|for) )*";
const TAIL = '(?: (?:now|please|pls|for me|again|online|ai|today|generator|app|game|simulator|right now))*!*';
const whole = (form: string) => new RegExp(`^${LEAD}${form}${TAIL}$`);

const COUNTS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};
const COUNT = '(\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten)';
/** Null for more than anybody needs, and for none. */
function countOf(text: string | undefined, otherwise = 1, most = MAX_DRAWS): number | null {
  const count = text === undefined ? otherwise : (COUNTS[text] ?? Number(text));
  return count >= 1 && count <= most ? count : null;
}

const COIN = [
  whole(
    `(?:flip|toss|spin|throw) (?:me )?(?:${COUNT} |the |that |this |my )?coins?(?: (\\d{1,3}) times)?(?: (?:heads or tails))?`,
  ),
  whole('coin (?:flip|toss)(?:er|per|ing|s)?'),
  whole('heads or tails'),
];

function coin(text: string): Draw | null {
  const parts = COIN.map((form) => form.exec(text)).find((found) => found !== null);
  const count = countOf(parts?.[1] ?? parts?.[2]);
  return parts && count ? () => ({ kind: 'coin', values: times(count, () => chosen(['heads', 'tails'])) }) : null;
}

const ROLL = '(?:roll|throw|shoot|toss|cast)';
const DICE = whole(
  `${ROLL} (?:me )?(?:${COUNT} |the |that |this |these |those |some |my )?(?:(\\d{1,3}|six|ten|twenty|twelve|eight|four)[- ]?sided )?(dice|die|dices)`,
);
const NAMED_DICE = new RegExp(
  `^${LEAD}(?:${ROLL} (?:an? |me )*)((?:\\d{0,3}d\\d{1,4}|\\d{1,4})(?: ?(?:\\+|-|and|,|plus|minus) ?(?:\\d{0,3}d\\d{1,4}|\\d{1,4}))*)${TAIL}$`,
);
const DICE_NOUN = whole('(?:dice|die) (?:roll|throw)(?:er|s|ing)?');
const SIDES: Readonly<Record<string, number>> = { four: 4, six: 6, eight: 8, ten: 10, twelve: 12, twenty: 20 };

function dice(text: string): Draw | null {
  const [found, given, sided, noun] = DICE.exec(text) ?? [];
  // A pair, unless it is said otherwise.
  const count = countOf(given, noun === 'die' ? 1 : 2);
  const sides = sided === undefined ? 6 : (SIDES[sided] ?? Number(sided));
  if (found !== undefined) return count && sides > 1 ? rolled([{ count, sides }], 0) : null;
  return DICE_NOUN.test(text) ? rolled([{ count: 2, sides: 6 }], 0) : namedDice(text);
}

function namedDice(text: string): Draw | null {
  const expression = NAMED_DICE.exec(text)?.[1] ?? '';
  if (!/d\d/.test(expression)) return null;
  let added = 0;
  const sets: { count: number; sides: number }[] = [];
  for (const [, sign, count, sides] of expression.matchAll(/(-|minus)? ?(?:(\d{0,3})d)?(\d{1,4})/g)) {
    if (count === undefined) added += (sign ? -1 : 1) * Number(sides);
    else sets.push({ count: count === '' ? 1 : Number(count), sides: Number(sides) });
  }
  const all = sets.reduce((sum, set) => sum + set.count, 0);
  return all <= MAX_DRAWS && sets.every(({ count, sides }) => count > 0 && sides > 1) ? rolled(sets, added) : null;
}

function rolled(sets: readonly { count: number; sides: number }[], added: number): Draw {
  return () => {
    const values = sets.flatMap(({ count, sides }) => times(count, () => randomInt(1, sides + 1)));
    return { kind: 'dice', values, total: values.reduce((sum, value) => sum + value, added) };
  };
}

const NUMBER = String.raw`(-?\d{1,15}(?:\.\d{1,6})?)`;
const NUMBERS = [
  new RegExp(
    `^${LEAD}(?:(\\d{1,3}) )?(?:random )?(?:numbers?|integers?|ints?|whole numbers?|digits?)(?: (?:generator|picker))? ?(?:between|from|in|:|within)?(?: (?:the )?range(?: of)?)? ${NUMBER} ?(?:and|to|-|,|through|\\.\\.| ) ?${NUMBER}${TAIL}$`,
  ),
  new RegExp(`^(?:random|rand|rng)(?: (?:between|from))? ()${NUMBER} ?(?:and|to|-|,|through|\\.\\.) ?${NUMBER}$`),
];
const ANY_NUMBER =
  /^(?:(?:give|get|tell|show) me |generate |pick |create )?(?:an? )?(?:random|rand) (?:number|int|integer|num|whole number)(?: generator| picker)?$|^(?:pick|choose|think of) a (?:random )?number$/;
const FLOAT =
  /^(?:(?:give me|generate) )?(?:an? )?(?:random|rand) (?:float|decimal|real|double|fraction)(?: number)?(?: generator)?$/;

function number(text: string): Draw | null {
  if (FLOAT.test(text)) return () => ({ kind: 'number', values: [randomInt(1, 1e12) / 1e12] });
  if (ANY_NUMBER.test(text)) return () => ({ kind: 'number', values: [randomInt(1, 101)] });
  const parts = NUMBERS.map((form) => form.exec(text)).find((found) => found !== null);
  if (!parts || (!/rand|rng|pick|choose|between|generat/.test(text) && !parts[1])) return null;
  const [, given, from = '', to = ''] = parts;
  const count = countOf(given || undefined);
  const scale = 10 ** Math.max(...[from, to].map((bound) => bound.split('.')[1]?.length ?? 0));
  const [low = 0, high = 0] = [Number(from), Number(to)]
    .map((bound) => Math.round(bound * scale))
    .sort((a, b) => a - b);
  if (!count || high - low >= MAX_SPAN || Math.max(-low, high) > Number.MAX_SAFE_INTEGER) return null;
  return () => ({ kind: 'number', values: times(count, () => randomInt(low, high + 1) / scale) });
}

const UUID = new RegExp(`^${LEAD}(?:(\\d{1,3}) )?(?:random )?(?:uuid|guid)s?(?:[- ]?v?4)?${TAIL}$`);

function uuid(text: string): Draw | null {
  const parts = UUID.exec(text);
  const count = countOf(parts?.[1]);
  return parts && count ? () => ({ kind: 'uuid', values: times(count, () => randomUUID()) }) : null;
}

const PASSWORD_WORDS =
  /^(?:random(?:ly)?|rand|generated?|generator|generate|create|make|give|me|get|new|a|an|strong|stronger|weak|average|avg|medium|secure|hard|easy|simple|complex|passwords?|pw|pwd|passwd|pwgen|characters?|chars?|letters?|digits?|symbols?|long|length|size|with|of|please|that|is|for|online|\d{1,3}|\d{1,3}-?(?:characters?|chars?|digits?|letters?))$/;
const ASKS_PASSWORD = /\b(?:random|rand|generate|generator|create|make|give|strong|weak|average|avg|secure|pwgen)\b/;

function newPassword(text: string): Draw | null {
  if (!/\b(?:passwords?|pw|pwd|passwd|pwgen)\b/.test(text) || !ASKS_PASSWORD.test(text)) return null;
  if (!text.split(/[\s,]+/).every((word) => PASSWORD_WORDS.test(word))) return null;
  const length = Number(/\d{1,3}/.exec(text)?.[0] ?? 16);
  const strength: Strength = /\b(?:weak|easy|simple)\b/.test(text)
    ? 'weak'
    : /\b(?:average|avg|medium)\b/.test(text)
      ? 'average'
      : 'strong';
  return length >= 4 && length <= MAX_PASSWORD
    ? () => ({ kind: 'password', values: [password(length, strength)] })
    : null;
}

const PHRASE_WORDS =
  /^(?:random(?:ly)?|rand|generate|generator|create|make|give|me|a|an|new|pass|phrase|passphrases?|words?|of|with|long|please|strong|secure|diceware|\d{1,2}|\d{1,2}-word|one|two|three|four|five|six|seven|eight|nine|ten)$/;

function passphrase(text: string): Draw | null {
  if (!/\bpass ?phrases?\b/.test(text) || !/\b(?:random|rand|generat\w+|create|make|words?|diceware)\b/.test(text))
    return null;
  const given = text.split(/\s+/);
  if (!given.every((word) => PHRASE_WORDS.test(word))) return null;
  const counted = /\d{1,2}/.exec(text)?.[0] ?? given.find((word) => word in COUNTS && word.length > 2);
  const count = countOf(counted, 4, MAX_WORDS);
  return count ? () => ({ kind: 'passphrase', values: [times(count, () => chosen(words)).join(' ')] }) : null;
}

const COLOUR =
  /^(?:(?:give me|generate|pick|show me) )?(?:an? )?(?:random|rand) (?:hex )?(?:colou?r|rgb(?: colou?r)?)(?: (?:hex|code|generator|picker))*$/;
const HEX_LENGTHS: Readonly<Record<string, number>> = {
  md5: 32,
  sha1: 40,
  sha224: 56,
  sha256: 64,
  sha384: 96,
  sha512: 128,
};
const HASH = /^(?:generate )?(?:an? )?random (md5|sha-?(?:1|224|256|384|512))(?: hash)?$/;
const STRING =
  /^(?:generate )?(?:an? )?random (string|hex(?: string)?|alphanumeric(?: string)?)(?: generator)?(?: (?:of )?(?:length |size )?(\d{1,3})(?: (?:characters?|chars?|digits?|long|letters?))*)?$|^(?:generate )?(?:an? )?(\d{1,3}) (?:characters?|chars?|digit) random (string|hex)(?: string)?$/;
const LETTER =
  /^(?:(?:give me|generate|pick) )?(?:an? )?random (letter|digit|character)(?: (?:generator|of the alphabet))?$/;

function string(text: string): Draw | null {
  if (COLOUR.test(text)) return () => ({ kind: 'colour', values: [`#${hexDigits(6)}`] });
  const length = HEX_LENGTHS[HASH.exec(text)?.[1]?.replace('-', '') ?? ''];
  if (length !== undefined) return () => ({ kind: 'string', values: [hexDigits(length)] });
  const one = LETTER.exec(text)?.[1];
  if (one) return () => ({ kind: 'string', values: [one === 'digit' ? String(randomInt(10)) : letter()] });
  const [found, what, behind, before, other] = STRING.exec(text) ?? [];
  const size = countOf(behind ?? before, 16, MAX_PASSWORD);
  const draw = (what ?? other)?.startsWith('hex') ? hexDigits : alphanumeric;
  return found !== undefined && size ? () => ({ kind: 'string', values: [draw(size)] }) : null;
}

const CHOICE =
  /^(?:please )?(?:choose|pick|select|decide|random choice|randomly (?:choose|pick)|pick one|choose one)(?: (?:randomly|one))?(?: (?:between|from|of|out of|among))?:? (.{3,300})$/i;

/** From the query as typed: what is chosen keeps its capitals. */
function choice(q: string): Draw | null {
  const list = CHOICE.exec(q.replace(/[?!]+$/, ''))?.[1];
  if (!list || /^(?:up|your|my|me|the right|a|an|how|what|which)\b/i.test(list)) return null;
  const isBetween = /\b(?:between|from|of|among|choice)\b|:/i.test(q.slice(0, q.length - list.length));
  const items = list
    .split(isBetween ? /\s*,\s*(?:(?:or|and)\s+)?|\s+(?:or|and)\s+/i : /\s*,\s*(?:or\s+)?|\s+or\s+/i)
    .map((item) => item.trim());
  if (items.length < 2 || items.length > MAX_DRAWS || items.includes('')) return null;
  return () => ({ kind: 'choice', values: [chosen(items)] });
}

const ANY = /coin|heads|dic?e|\bd\d|\dd\d|rand|rng|number|uu?id|guid|pass|pw|choose|pick|select|decide/;

function drawFor({ q }: Asked): Draw | null {
  const text = folded(q);
  // `what is a guid` asks for something else.
  if (text.length > 320 || !ANY.test(text) || /^(?:what|why|who|how|when|where|is|are|does) /.test(text)) return null;
  if (text.length > 90) return choice(q);
  return (
    coin(text) ??
    dice(text) ??
    uuid(text) ??
    passphrase(text) ??
    newPassword(text) ??
    string(text) ??
    number(text) ??
    choice(q)
  );
}

/** Coins, dice, numbers, passwords: drawn anew for everybody who asks. */
export const random = inlineKind<RandomData>({
  type: 'random',
  personal: true,
  example: 'flip a coin',
  data: Data,
  match: (asked) => drawFor(asked) !== null,
  work(asked) {
    const drawn = drawFor(asked)?.();
    if (!drawn) return null;
    const { values, total } = drawn;
    const line = values.join(', ');
    const single = values.length === 1 ? (values[0] as string | number) : line;
    const value = drawn.kind === 'dice' && total !== undefined ? total : single;
    const answer = total !== undefined && line !== String(total) ? `${line} (total ${total})` : line;
    return { answer, data: { ...drawn, value } };
  },
});
