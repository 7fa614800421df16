import { inlineAnswer } from '../../kind.ts';
import { translate } from '../../phrases.ts';
import { chosen, type Drawn, drawn, MAX_DRAWS, RandomData } from './forms.ts';
import { drawWords, saidIn } from './said.ts';

const CHOOSE = /^(?:please )?(?:choose|decide)(?: one)?(?: (?:between|from|of|among))?:? (.{3,300})$/i;
const PICK = /^(?:please )?(?:randomly )?(?:pick|select)(?: one)?(?: (?:between|from|of|among)|:) (.{3,300})$/i;

/**
 * `choose Tea or Coffee`, `pick one: a, b, c`. `pick up or delivery` has neither a colon nor `from`. Reads the query as
 * typed, so that the choice keeps its case.
 */
function choice(q: string): Drawn | null {
  const list = (CHOOSE.exec(q) ?? PICK.exec(q))?.[1]?.replace(/[?!]+$/, '') ?? '';
  const isBetween = /\b(?:between|from|of|among)\b|:/i.test(q.slice(0, q.length - list.length));
  const items = list
    .split(isBetween ? /\s*,\s*(?:(?:or|and)\s+)?|\s+(?:or|and)\s+/i : /\s*,\s*(?:or\s+)?|\s+or\s+/i)
    .map((item) => item.trim());
  if (items.length < 2 || items.length > MAX_DRAWS || items.includes('')) return null;
  return { kind: 'choice', values: [chosen(items)] };
}

/** Coins, dice, numbers, passwords: drawn anew for each request. */
export const random = inlineAnswer({
  type: 'random',
  personal: true,
  example: 'flip a coin',
  data: RandomData,
  words: () => [...drawWords(), 'decide'],
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
