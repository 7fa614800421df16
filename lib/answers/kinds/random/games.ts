import { randomInt } from 'node:crypto';
import { COUNT, COUNTS, countOf, type Draw, LEAD, MAX_DRAWS, TAIL, whole } from './drawing.ts';
import { chosen, times } from './draws.ts';

/** Coins, cards and dice. */

/** Adjectives of coins and dice that make no difference. */
const ANY_SORT = '(?:(?:virtual|imaginary|digital|fair|regular|normal|standard|other|new) )?';
const COIN = [
  whole(
    `(?:flip|toss|spin|throw) (?:me )?(?:${COUNT} |the |that |this |my |your |our |another )?${ANY_SORT}(?:coins?|quarter|penny|dime|nickel)(?: (\\d{1,3}) times)?(?: (?:heads or tails))?`,
  ),
  whole('coin (?:flip|toss)(?:er|per|ing|s)?'),
  whole('(?:heads or tails|tails or heads)'),
];

/** Reads a query for one or more coin flips. */
export function coin(text: string): Draw | null {
  const parts = COIN.map((form) => form.exec(text.replaceAll(',', ''))).find((found) => found !== null);
  const count = countOf(parts?.[2] ?? parts?.[1]);
  return parts && count ? () => ({ kind: 'coin', values: times(count, () => chosen(['heads', 'tails'])) }) : null;
}

const CARDS = whole(
  `(?:deal|draw|pick) (?:me )?(?:${COUNT} |the )?(?:random )?(?:playing )?cards?(?: from (?:a|the) (?:deck|pack))?`,
);
const ONE_CARD = /^(?:(?:give|show) me )?(?:an? )?random (?:playing )?card(?: from (?:a|the) (?:deck|pack))?$/;
const DECK = ['spades', 'hearts', 'diamonds', 'clubs'].flatMap((suit) =>
  ['ace', ...'23456789', '10', 'jack', 'queen', 'king'].map((rank) => `${rank} of ${suit}`),
);

/** Draws from one pack, so no card comes twice. */
export function cards(text: string): Draw | null {
  const parts = CARDS.exec(text) ?? ONE_CARD.exec(text);
  const count = countOf(parts?.[1], 1, DECK.length);
  if (!parts || !count) return null;
  return () => {
    const pack = [...DECK];
    return { kind: 'choice', values: times(count, () => pack.splice(randomInt(pack.length), 1)[0] as string) };
  };
}

const ROLL = '(?:roll|throw|shoot|toss|cast|shake|spin|drop|fling)';
const DICE = whole(
  `${ROLL} (?:me )?(?:${COUNT} |the |that |this |these |those |them |both |another |some |my |your |our |(?:an? )?(?:pair|couple) of |(?:a )?single )?${ANY_SORT}(?:(\\d{1,3}|six|ten|twenty|twelve|eight|four)[- ]?sided )?(dice|die|dices)(?: with (\\d{1,3}|six|ten|twenty|twelve|eight|four) sides)?`,
);
const NAMED_DICE = new RegExp(
  `^${LEAD}(?:${ROLL} (?:an? |me )*)((?:\\d{0,3}d\\d{1,4}|\\d{1,4})(?: ?(?:\\+|-|and|,|plus|minus) ?(?:\\d{0,3}d\\d{1,4}|\\d{1,4}))*)(?: dice| die)?${TAIL}$`,
);
/** `two d10` */
const COUNTED_DICE = /\b(one|two|three|four|five|six|seven|eight|nine|ten) d(?=\d)/g;
/** Two or more dice of common types: this is not the name of a product. */
const BARE_DICE = /^(?:[2-9]|[1-9]\d)d(?:4|6|8|10|12|20|100)(?: ?[+-] ?\d{1,3})?$/;
const DICE_NOUN = whole('(?:dice|die) (?:roll|throw)(?:er|s|ing)?');
const SIDES: Readonly<Record<string, number>> = { four: 4, six: 6, eight: 8, ten: 10, twelve: 12, twenty: 20 };

/** Reads a query for dice, such as `roll two dice` or `roll 2d6+1`. */
export function dice(text: string): Draw | null {
  const [found, given, before, noun, behind] = DICE.exec(text) ?? [];
  const sided = before ?? behind;
  // The default is a pair.
  const count = countOf(given, noun === 'die' ? 1 : 2);
  const sides = sided === undefined ? 6 : (SIDES[sided] ?? Number(sided));
  if (found !== undefined) return count && sides > 1 ? rolled([{ count, sides }], 0) : null;
  return DICE_NOUN.test(text) ? rolled([{ count: 2, sides: 6 }], 0) : namedDice(text);
}

function namedDice(text: string): Draw | null {
  const counted = text.replace(COUNTED_DICE, (_, count) => `${COUNTS[count]}d`);
  const expression = NAMED_DICE.exec(counted)?.[1] ?? BARE_DICE.exec(text)?.[0] ?? '';
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
