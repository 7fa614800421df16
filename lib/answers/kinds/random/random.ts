import { inlineKind } from '../../answer.ts';
import { memoizeLast } from '../../kind.ts';
import { translate } from '../../phrases.ts';
import { type Draw, MAX_DRAWS, RandomData, saidIn } from './drawing.ts';
import { chosen } from './draws.ts';
import { cards, coin, dice, namedDice } from './games.ts';
import { number } from './numbers.ts';
import { newPassword, passphrase, string, uuid } from './secrets.ts';

const CHOOSE = /^(?:please )?(?:choose|decide)(?: one)?(?: (?:between|from|of|among))?:? (.{3,300})$/i;
const PICK = /^(?:please )?(?:randomly )?(?:pick|select)(?: one)?(?: (?:between|from|of|among)|:) (.{3,300})$/i;

/**
 * `choose Tea or Coffee`, `pick one: a, b, c`. `pick up or delivery` has neither a colon nor `from`. Reads the query as
 * typed, so that the choice keeps its case.
 */
function choice(q: string): Draw | null {
  const list = (CHOOSE.exec(q) ?? PICK.exec(q))?.[1]?.replace(/[?!]+$/, '') ?? '';
  const isBetween = /\b(?:between|from|of|among)\b|:/i.test(q.slice(0, q.length - list.length));
  const items = list
    .split(isBetween ? /\s*,\s*(?:(?:or|and)\s+)?|\s+(?:or|and)\s+/i : /\s*,\s*(?:or\s+)?|\s+or\s+/i)
    .map((item) => item.trim());
  if (items.length < 2 || items.length > MAX_DRAWS || items.includes('')) return null;
  return () => ({ kind: 'choice', values: [chosen(items)] });
}

const drawFor = memoizeLast(({ q, now, reading }): Draw | null => {
  const said = saidIn(reading);
  const draw = said
    ? (coin(said) ??
      dice(said) ??
      namedDice(said) ??
      uuid(said, now) ??
      passphrase(said) ??
      newPassword(said) ??
      string(said) ??
      number(said) ??
      cards(said))
    : null;
  return draw ?? choice(q);
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
