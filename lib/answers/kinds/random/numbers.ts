import { randomInt } from 'node:crypto';
import { type Draw, MAX_DRAWS, type Said } from './drawing.ts';
import { chosen, times } from './draws.ts';

/** Numbers, and answers of two. */

/** node:crypto draws only below 2^48. */
const MAX_SPAN = 2 ** 48 - 1;
const MAX_DIGITS = 14;
const WORDS = ['random', 'generate', 'pick', 'number', 'between', 'and'];

/** `random number between 1 and 10`, `pick a number`, `random 4 digit pin`, `random yes or no` */
export function number(said: Said): Draw | null {
  if (!said.has('random', 'generate', 'pick')) return null;
  const [yesNo, boolean] = [said.has('yes-no'), said.has('boolean')];
  if (said.has('random') && (yesNo || boolean) && said.only('random', 'generate', 'pick', 'yes-no', 'boolean')) {
    return () => ({ kind: 'choice', values: [chosen(yesNo ? ['yes', 'no'] : ['true', 'false'])] });
  }
  if (said.has('float')) return float(said);
  if (said.has('digit') && said.only('digit', 'pin', ...WORDS)) return digits(said);
  return said.has('number', 'random') && said.only('under', 'most', ...WORDS) ? inRange(said) : null;
}

function float(said: Said): Draw | null {
  const isUnit = ['', '0,1'].includes(said.counts.map(({ value }) => value).join());
  if (!said.has('random') || !said.only('float', ...WORDS) || !isUnit) return null;
  return () => ({ kind: 'number', values: [randomInt(1, 1e12) / 1e12] });
}

/** A pin may begin with a zero, a number may not. */
function digits(said: Said): Draw | null {
  const count = said.count(0, MAX_DIGITS);
  if (!count) return null;
  const most = 10 ** count;
  if (!said.has('pin')) return () => ({ kind: 'number', values: [randomInt(most / 10, most)] });
  return () => ({ kind: 'string', values: [String(randomInt(most)).padStart(count, '0')] });
}

function inRange(said: Said): Draw | null {
  const at = said.words.findIndex(({ meaning }) => meaning === (said.has('number') ? 'number' : 'random'));
  const given = said.words.slice(0, at).find(({ meaning }) => meaning === 'count');
  const bounds = said.words.slice(at).flatMap(({ meaning, text }, place, words) => {
    const [sign, before] = [words[place - 1]?.text, words[place - 2]?.meaning];
    return meaning === 'count' ? [(sign === '-' && before !== 'count' ? '-' : '') + text.replaceAll(',', '')] : [];
  });
  const count = Number(given?.text ?? 1);
  if (count < 1 || count > MAX_DRAWS) return null;
  const [one, other] = bounds;
  if (one === undefined) return said.has('random', 'pick') && said.has('number') ? drawn(count, '1', '100') : null;
  if (bounds.length === 2) return drawn(count, one, other as string);
  if (bounds.length > 2 || !said.has('under', 'most') || Number(one) < 1) return null;
  return drawn(count, '1', String(Number(one) - Number(said.has('under'))));
}

function drawn(count: number, from: string, to: string): Draw | null {
  const scale = 10 ** Math.max(...[from, to].map((bound) => bound.split('.')[1]?.length ?? 0));
  const [low = 0, high = 0] = [from, to].map((bound) => Math.round(Number(bound) * scale)).sort((a, b) => a - b);
  if (high - low >= MAX_SPAN || Math.max(-low, high) > Number.MAX_SAFE_INTEGER) return null;
  return () => ({ kind: 'number', values: times(count, () => randomInt(low, high + 1) / scale) });
}
