import type { Unit } from 'mathjs';
import { z } from 'zod';
import { tableFile } from '../../data-file.ts';
import { shownNumber } from '../../local-formats.ts';
import { latexOfNumber } from './latex.ts';
import { mathjs } from './mathjs.ts';

/** Physical constants: the name in mathjs, what people call it, and where its value is from. */
const constants = tableFile(
  new URL('./data/constants.tsv', import.meta.url),
  z.object({
    key: z.string(),
    names: z.string().transform((names) => names.split(', ')),
    source: z.string(),
    year: z.coerce.number(),
  }),
);

type Constant = ReturnType<typeof constants>[number];

export const constantNames = () => constants().flatMap(({ names }) => names);

/** `planck's constant in eV s`: a constant, in its own unit or in another. Throws if that does not fit. */
export function constantIn(typed: string) {
  const [, name = '', wanted] = /^(.+) in ([A-Za-z0-9^*/(). -]{1,24})$/.exec(typed) ?? [];
  const [whole, other] = [typed, name].map((text) => {
    const plain = text.toLowerCase().replace(/^(?:the )?(?:value of )?(?:the )?/, '');
    const called = plain.replace(/(?<=[a-z])'s? /, ' ');
    return constants().find(({ names }) => names.includes(called));
  });
  const found = whole ?? other;
  return found && ((lang: string) => constantAnswer(found, whole ? undefined : wanted, lang));
}

function constantAnswer({ key, names: [expression = ''], source, year }: Constant, wanted = '', lang = '') {
  const constant = mathjs()[key as never] as Unit | number;
  const own = typeof constant === 'number' ? '' : constant.formatUnits();
  const number = typeof constant === 'number' ? constant : constant.toNumber(wanted || own).toPrecision(14);
  const unit = own && (wanted || own.replace(' / ', '/'));
  const value = String(Number(number));
  const latexUnit = unit.replace(/ /g, '\\,').replace(/\^(-?\d+)/g, '^{$1}');
  const latex = `${latexOfNumber(value)}${unit && `\\,\\mathrm{${latexUnit}}`}`;
  const answer = `${expression} = ${shownNumber(value, lang)} ${unit}`.trim();
  return { answer, data: { expression, value, latex, unit, source, year } };
}
