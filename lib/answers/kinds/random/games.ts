import { randomInt } from 'node:crypto';
import { type Draw, MAX_DRAWS, type Said } from './drawing.ts';
import { chosen, times } from './draws.ts';

/** Coins, cards and dice. */

/** `flip two coins`, `coin toss` */
export function coin(said: Said): Draw | null {
  const count = said.count();
  if (!said.has('coin') || !said.has('throw') || !said.only('coin', 'throw', 'times', 'random', 'and') || !count)
    return null;
  return () => ({ kind: 'coin', values: times(count, () => chosen(['heads', 'tails'])) });
}

const DECK = ['spades', 'hearts', 'diamonds', 'clubs'].flatMap((suit) =>
  ['ace', ...'23456789', '10', 'jack', 'queen', 'king'].map((rank) => `${rank} of ${suit}`),
);

/** Draws from one pack, so no card comes twice. */
export function cards(said: Said): Draw | null {
  const count = said.count(1, DECK.length);
  if (!said.has('card') || !said.has('pick', 'random') || !said.only('card', 'pick', 'random') || !count) return null;
  return () => {
    const pack = [...DECK];
    return { kind: 'choice', values: times(count, () => pack.splice(randomInt(pack.length), 1)[0] as string) };
  };
}

/** `roll two dice`, `roll a 20 sided die`. Dice without a number are a pair. */
export function dice(said: Said): Draw | null {
  if (!said.has('die', 'dice') || !said.has('throw') || said.has('ndm')) return null;
  if (!said.only('throw', 'die', 'dice', 'pair', 'sided', 'and', 'normal', 'random')) return null;
  const [sides] = said.counts.filter(({ before }) => before === 'sided');
  const [count] = said.counts.filter(({ before }) => before !== 'sided');
  const isPair = said.has('pair') || (said.has('dice') && !said.has('one'));
  return rolled([{ count: count?.value ?? (isPair ? 2 : 1), sides: sides?.value ?? 6 }], 0);
}

/** Dice of these types are meant without a verb: `2d6`, `d20`. */
const USUAL_SIDES = [4, 6, 8, 10, 12, 20, 100];

/** `roll 3d6 + 2`, `roll two d10` */
export function namedDice(said: Said): Draw | null {
  if (!said.has('ndm') || !said.only('ndm', 'throw', 'die', 'dice', 'and', 'minus')) return null;
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

function rolled(sets: readonly { count: number; sides: number }[], added: number): Draw | null {
  const all = sets.reduce((sum, set) => sum + set.count, 0);
  if (all > MAX_DRAWS || sets.some(({ count, sides }) => count < 1 || sides < 2 || sides > 9_999)) return null;
  return () => {
    const values = sets.flatMap(({ count, sides }) => times(count, () => randomInt(1, sides + 1)));
    return { kind: 'dice', values, total: values.reduce((sum, value) => sum + value, added) };
  };
}
