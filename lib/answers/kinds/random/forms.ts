import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { jsonFile, tableFile } from '../../data-file.ts';
import { identifier } from './uuid.ts';

/** The schema of all draws. */
export const RandomData = z.object({
  kind: z.enum(['coin', 'dice', 'number', 'uuid', 'password', 'passphrase', 'colour', 'string', 'choice']),
  values: z.array(z.union([z.string(), z.number()])),
  value: z.union([z.string(), z.number()]),
  total: z.number().optional(),
});
/** What was drawn. */
export type Drawn = Omit<z.infer<typeof RandomData>, 'value'>;

/** What a query for a draw says: what each word means, and how it is written. */
export interface Said {
  words: readonly { meaning: string; text: string }[];
  has(...meanings: readonly string[]): boolean;
}

/** Maximum number of draws per query. */
export const MAX_DRAWS = 100;
/** node:crypto draws only below 2^48. */
const MAX_SPAN = 2 ** 48 - 1;
/** Dice of these types are meant without a verb: `2d6`, `d20`. */
const USUAL_SIDES = [4, 6, 8, 10, 12, 20, 100];
const DECK = ['spades', 'hearts', 'diamonds', 'clubs'].flatMap((suit) =>
  ['ace', ...'23456789', '10', 'jack', 'queen', 'king'].map((rank) => `${rank} of ${suit}`),
);
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const HEX = `${DIGITS}abcdef`;
/** Character classes of passwords, from easy to type to hard to guess. */
const CLASSES = {
  weak: [LOWER, DIGITS],
  average: [LOWER, UPPER, DIGITS],
  strong: [LOWER, UPPER, DIGITS, '!#$%&*+-=?@^_~'],
};
const STRENGTHS = Object.keys(CLASSES) as (keyof typeof CLASSES)[];
/** Units of 100 ns between the start of the Gregorian calendar and the Unix epoch. */
const SINCE_1582 = 0x01b21dd213814000n;

/** All draws come from the system's secure generator, with equal probabilities. */
export const chosen = <Item>(items: ArrayLike<Item>): Item => items[randomInt(items.length)] as Item;

const times = <Item>(count: number, draw: () => Item): Item[] => Array.from({ length: count }, draw);
const characters = (count: number, from: string) => times(count, () => chosen(from)).join('');

/** Draws a password with a character of each class. Others are discarded whole: all valid ones stay equally likely. */
export function password(length: number, strength: keyof typeof CLASSES): string {
  const classes = CLASSES[strength];
  for (;;) {
    const drawn = characters(length, classes.join(''));
    if (classes.every((set) => [...set].some((char) => drawn.includes(char)))) return drawn;
  }
}

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
  colour: () => [`#${characters(6, HEX)}`],
  digest,
  string: (said, count) => [characters(count, said.has('hex') ? HEX : LOWER + UPPER + DIGITS)],
  character: (said) => (said.has('count') ? null : [characters(1, said.has('digit') ? DIGITS : LOWER)]),
  yes_no: () => [chosen(['yes', 'no'])],
  boolean: () => [chosen(['true', 'false'])],
  float: (said) => (['', '0,1'].includes(countsIn(said).join()) ? [randomInt(1, 1e12) / 1e12] : null),
  // A pin may begin with a zero, a number may not.
  pin: (_, count) => [characters(count, DIGITS)],
  digits: (_, count) => [randomInt(10 ** (count - 1), 10 ** count)],
  range: inRange,
  cards: (_, count) => {
    const left = [...DECK];
    return times(count, () => left.splice(randomInt(left.length), 1).join());
  },
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

const countsIn = ({ words }: Said) => words.flatMap(({ meaning, text }) => (meaning === 'count' ? Number(text) : []));
const textOf = (words: Said['words']) => words.map(({ text }) => text).join(' ');

/** Draws what a query asks for, in the first form that it has. */
export function drawn(said: Said, now: number): Drawn | null {
  for (const { kind, draw, needs, only, least, most, otherwise } of forms()) {
    if (!needs.every((each) => said.has(...each)) || !said.words.every(({ meaning }) => only.has(meaning))) continue;
    const count = countsIn(said).at(-1) ?? otherwise;
    const isAllowed = most === 0 || (Number.isInteger(count) && count >= least && count <= most);
    const found = isAllowed ? (DRAWS[draw] as Draw)(said, count, now) : null;
    if (found) return { kind, ...(Array.isArray(found) ? { values: found } : found) };
  }
  return null;
}

/** Dice without a number are a pair. */
function dice({ words, has }: Said) {
  const set = { count: has('pair') || (has('dice') && !has('one')) ? 2 : 1, sides: 6 };
  for (const [, number, sided] of textOf(words).matchAll(/(\d[\d.]*)(?: -)* ?(sided|sides)?/g)) {
    set[sided ? 'sides' : 'count'] = Number(number);
  }
  return rolled([set], 0);
}

const SETS = /(?:([\d.]+) ?)?d(\d+)/g;

function namedDice({ words, has }: Said) {
  const text = textOf(words);
  const numbers = Array.from(text.matchAll(SETS), ([, count = 1, sides]) => [count, sides].map(Number));
  const sets = numbers.map(([count = 1, sides = 6]) => ({ count, sides }));
  const added = text.replace(SETS, '').matchAll(/(?:(-|minus)|plus|and|\+|,) (\d[\d.]*)/g);
  const total = [...added].reduce((sum, [, minus, number]) => sum + (minus ? -1 : 1) * Number(number), 0);
  const isUsual = sets.every(({ sides }) => USUAL_SIDES.includes(sides));
  return has('throw') || isUsual ? rolled(sets, total) : null;
}

function rolled(sets: readonly { count: number; sides: number }[], added: number) {
  const all = sets.reduce((sum, set) => sum + set.count, 0);
  if (all > MAX_DRAWS || sets.some(({ count, sides }) => count < 1 || sides < 2 || sides > 9_999)) return null;
  const values = sets.flatMap(({ count, sides }) => times(count, () => randomInt(1, sides + 1)));
  return { values, total: values.reduce((sum, value) => sum + value, added) };
}

/** Version 1 ends with a node that is not that of a real computer: its first byte is odd. */
function uuid({ words }: Said, now: number): string {
  const [version] = words.flatMap(({ text }) => /[147]$/.exec(text.replace(/^\d+$/, ''))?.[0] ?? []);
  const identified = (digits: string) => identifier(Buffer.from(digits, 'hex'), Number(version));
  if (version === '7') return identified(now.toString(16).padStart(12, '0') + characters(20, HEX));
  if (version !== '1') return randomUUID();
  const time = (BigInt(now) * 10_000n + BigInt(randomInt(10_000)) + SINCE_1582).toString(16).padStart(16, '0');
  const node = characters(1, HEX) + characters(1, '13579bdf') + characters(10, HEX);
  return identified(time.slice(8) + time.slice(4, 8) + time.slice(0, 4) + characters(4, HEX) + node);
}

/** `sha256 of random` is the digest of a word. */
function digest({ words }: Said) {
  const at = words.findIndex(({ meaning }) => meaning === 'digest');
  const name = words[at]?.text.replace('-', '') ?? '';
  return at > 0 && name !== 'hash' ? [createHash(name).update(randomBytes(64)).digest('hex')] : null;
}

function inRange({ words, has }: Said) {
  const at = words.findIndex(({ meaning }) => meaning === (has('number') ? 'number' : 'random'));
  const count = Number(/\d[\d.]*/.exec(textOf(words.slice(0, at)))?.[0] ?? 1);
  const bounds = textOf(words.slice(at)).match(/(?:(?<!\d )- )?\d[\d.]*/g) ?? [];
  const isOneMeant = has('under', 'most') && !/^-|^0/.test(bounds[0] ?? '');
  const isMeant = [has('random', 'pick') && has('number'), isOneMeant, true];
  if (!isMeant[bounds.length] || count < 1 || count > MAX_DRAWS) return null;
  const [one = '100', other = '1'] = bounds;
  const scale = 10 ** Math.max(...[one, other].map((bound) => bound.split('.')[1]?.length ?? 0));
  const under = bounds.length === 1 && has('under') ? scale : 0;
  const ends = [one, other].map((bound) => Math.round(Number(bound.replace(' ', '')) * scale));
  const [low = 0, high = 0] = ends.sort((a, b) => a - b);
  if (high - under < low || high - low >= MAX_SPAN || Math.max(-low, high) > Number.MAX_SAFE_INTEGER) return null;
  return times(count, () => randomInt(low, high - under + 1) / scale);
}
