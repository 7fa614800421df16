import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { jsonFile, tableFile } from '../../data-file.ts';
import type { Said } from './said.ts';
import { uuidV1, uuidV7 } from './uuid.ts';

/** The schema of all draws. */
export const RandomData = z.object({
  kind: z
    .enum(['coin', 'dice', 'number', 'uuid', 'password', 'passphrase', 'colour', 'string', 'choice'])
    .describe('Type of draw.'),
  values: z.array(z.union([z.string(), z.number()])).describe('Each draw.'),
  value: z.union([z.string(), z.number()]).describe('The draw; several draws are joined into one string.'),
  total: z.number().optional().describe('Sum of the dice, including the modifier.'),
});
/** What was drawn. */
export type Drawn = Omit<z.infer<typeof RandomData>, 'value'>;

/** Maximum number of draws per query. */
export const MAX_DRAWS = 100;
/** node:crypto draws only below 2^48. */
const MAX_SPAN = 2 ** 48 - 1;
/** Dice of these types are meant without a verb: `2d6`, `d20`. */
const USUAL_SIDES = [4, 6, 8, 10, 12, 20, 100];
const DECK = ['spades', 'hearts', 'diamonds', 'clubs'].flatMap((suit) =>
  ['ace', ...'23456789', '10', 'jack', 'queen', 'king'].map((rank) => `${rank} of ${suit}`),
);
/** Hexadecimal digits of each digest. */
const DIGEST_DIGITS: Readonly<Record<string, number>> = {
  md5: 32,
  sha1: 40,
  sha224: 56,
  sha256: 64,
  sha384: 96,
  sha512: 128,
};

/** All draws come from the system's secure generator, with equal probabilities. */
export const chosen = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item;

const times = <Item>(count: number, draw: () => Item): Item[] => Array.from({ length: count }, draw);

function shuffled<Item>(items: readonly Item[]): Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(randomInt(left.length), 1));
}

const hexDigits = (count: number) =>
  randomBytes(Math.ceil(count / 2))
    .toString('hex')
    .slice(0, count);

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const MARKS = '!#$%&*+-=?@^_~';

/** Character classes of passwords, from easy to type to hard to guess. */
const CLASSES = {
  weak: [LOWER, DIGITS],
  average: [LOWER, UPPER, DIGITS],
  strong: [LOWER, UPPER, DIGITS, MARKS],
} as const;
const STRENGTHS = ['weak', 'average', 'strong'] as const;

/**
 * Draws a password with at least one character of each class. Others are discarded as a whole, so that all valid
 * passwords stay equally likely.
 */
export function password(length: number, strength: keyof typeof CLASSES): string {
  const classes = CLASSES[strength];
  const all = classes.join('');
  for (;;) {
    const drawn = times(length, () => chosen([...all])).join('');
    if (classes.every((set) => [...set].some((char) => drawn.includes(char)))) return drawn;
  }
}

const alphanumeric = (length: number) => times(length, () => chosen([...LOWER, ...UPPER, ...DIGITS])).join('');
const letter = () => chosen([...LOWER]);

/** Words for passphrases: short, plain and inoffensive. */
export const passphraseWords = jsonFile(new URL('./data/passphrase-words.json', import.meta.url), z.array(z.string()));

type Draw = (said: Said, count: number, now: number) => Drawn['values'] | Omit<Drawn, 'kind'> | null;

/** The draws by the names that the forms call them. */
const DRAWS = {
  coin: (_, count) => times(count, () => chosen(['heads', 'tails'])),
  dice,
  named_dice: namedDice,
  uuid: (said, count, now) => times(count, () => uuid(said, now)),
  passphrase: (_, count) => [times(count, () => chosen(passphraseWords())).join(' ')],
  password: (said, count) => [password(count, STRENGTHS.find((each) => said.has(each)) ?? 'strong')],
  colour: () => [`#${hexDigits(6)}`],
  digest,
  string: (said, count) => [said.has('hex') ? hexDigits(count) : alphanumeric(count)],
  character: (said) => (said.has('count') ? null : [said.has('digit') ? String(randomInt(10)) : letter()]),
  yes_no: () => [chosen(['yes', 'no'])],
  boolean: () => [chosen(['true', 'false'])],
  float: ({ counts }) => (['', '0,1'].includes(counts.join()) ? [randomInt(1, 1e12) / 1e12] : null),
  // A pin may begin with a zero, a number may not.
  pin: (_, count) => [String(randomInt(10 ** count)).padStart(count, '0')],
  digits: (_, count) => [randomInt(10 ** (count - 1), 10 ** count)],
  range: inRange,
  cards: (_, count) => shuffled(DECK).slice(0, count),
} as const satisfies Record<string, Draw>;

const bound = z.coerce.number().int();
const forms = tableFile(
  new URL('./data/forms.tsv', import.meta.url),
  z
    .object({ needs: z.string(), may: z.string(), least: bound, most: bound, otherwise: bound })
    .extend({ kind: RandomData.shape.kind, draw: z.enum(Object.keys(DRAWS) as (keyof typeof DRAWS)[]) })
    .transform(({ needs, may, ...form }) => ({
      ...form,
      needs: needs.split(' ').map((each) => each.split('|')),
      only: new Set(`${needs} ${may} filler one count`.split(/[ |]/)),
    })),
);

/** Draws what a query asks for, in the first form that it has. */
export function drawn(said: Said, now: number): Drawn | null {
  for (const { kind, draw, needs, only, least, most, otherwise } of forms()) {
    if (!needs.every((each) => said.has(...each)) || !said.words.every(({ meaning }) => only.has(meaning))) continue;
    const count = said.counts.at(-1) ?? otherwise;
    const isAllowed = most === 0 || (Number.isInteger(count) && count >= least && count <= most);
    const found = isAllowed ? (DRAWS[draw] as Draw)(said, count, now) : null;
    if (found) return { kind, ...(Array.isArray(found) ? { values: found } : found) };
  }
  return null;
}

/** Dice without a number are a pair. */
function dice(said: Said) {
  const isPair = said.has('pair') || (said.has('dice') && !said.has('one'));
  const set = { count: isPair ? 2 : 1, sides: 6 };
  for (const [at, { meaning, text }] of said.words.entries()) {
    const next = said.words.slice(at + 1).find((word) => word.text !== '-');
    if (meaning === 'count') set[next?.meaning === 'sided' ? 'sides' : 'count'] = Number(text);
  }
  return rolled([set], 0);
}

function namedDice(said: Said) {
  let added = 0;
  const sets: { count: number; sides: number }[] = [];
  for (const [at, { meaning, text }] of said.words.entries()) {
    const [before, after] = [said.words[at - 1], said.words[at + 1]];
    const [count, sides] = text.split('d');
    if (meaning === 'ndm') {
      const counted = before?.meaning === 'count' && count === '' ? before.text : count;
      sets.push({ count: Number(counted || 1), sides: Number(sides) });
    } else if (meaning === 'count' && after?.meaning !== 'ndm') {
      added += Number(text) * (before?.text === '-' || before?.meaning === 'minus' ? -1 : 1);
    }
  }
  const isUsual = sets.every(({ sides }) => USUAL_SIDES.includes(sides));
  return said.has('throw') || isUsual ? rolled(sets, added) : null;
}

function rolled(sets: readonly { count: number; sides: number }[], added: number) {
  const all = sets.reduce((sum, set) => sum + set.count, 0);
  if (all > MAX_DRAWS || sets.some(({ count, sides }) => count < 1 || sides < 2 || sides > 9_999)) return null;
  const values = sets.flatMap(({ count, sides }) => times(count, () => randomInt(1, sides + 1)));
  return { values, total: values.reduce((sum, value) => sum + value, added) };
}

function uuid({ words }: Said, now: number): string {
  const [version] = words.flatMap(({ text }) => /[147]$/.exec(text.replace(/^\d+$/, ''))?.[0] ?? []);
  return version === '7' ? uuidV7(now) : version === '1' ? uuidV1(now) : randomUUID();
}

/** `sha256 of random` is the digest of a word. */
function digest({ words }: Said) {
  const at = words.findIndex(({ meaning }) => meaning === 'digest');
  const digits = DIGEST_DIGITS[words[at]?.text.replace('-', '') ?? ''];
  return at > 0 && digits ? [hexDigits(digits)] : null;
}

function inRange(said: Said) {
  const at = said.words.findIndex(({ meaning }) => meaning === (said.has('number') ? 'number' : 'random'));
  const given = said.words.slice(0, at).find(({ meaning }) => meaning === 'count');
  const bounds = said.words.slice(at).flatMap(({ meaning, text }, place, words) => {
    const [sign, before] = [words[place - 1]?.text, words[place - 2]?.meaning];
    return meaning === 'count' ? [(sign === '-' && before !== 'count' ? '-' : '') + text] : [];
  });
  const count = Number(given?.text ?? 1);
  if (count < 1 || count > MAX_DRAWS || bounds.length > 2) return null;
  const [one, other] = bounds;
  if (one !== undefined && other !== undefined) return between(count, one, other);
  if (one === undefined) return said.has('random', 'pick') && said.has('number') ? between(count, '1', '100') : null;
  const isBounded = said.has('under', 'most') && Number(one) >= 1;
  return isBounded ? between(count, '1', String(Number(one) - Number(said.has('under')))) : null;
}

function between(count: number, from: string, to: string) {
  const scale = 10 ** Math.max(...[from, to].map((bound) => bound.split('.')[1]?.length ?? 0));
  const [low = 0, high = 0] = [from, to].map((bound) => Math.round(Number(bound) * scale)).sort((a, b) => a - b);
  if (high - low >= MAX_SPAN || Math.max(-low, high) > Number.MAX_SAFE_INTEGER) return null;
  return times(count, () => randomInt(low, high + 1) / scale);
}
