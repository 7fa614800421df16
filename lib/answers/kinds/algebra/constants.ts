import type { Unit } from 'mathjs';
import { z } from 'zod';
import { tableFile } from '../../data-file.ts';
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

export const constantNames = () => constants().flatMap(({ names }) => names);

/** The constant that a text names, and the unit in which it is wanted: `planck's constant in eV s`. */
export function constantCalled(typed: string) {
  const [, name = '', unit] = /^(.+) in ([A-Za-z0-9^*/(). -]{1,24})$/.exec(typed) ?? [];
  const [whole, constant] = [typed, name].map((text) => {
    const plain = text.toLowerCase().replace(/^(?:the )?(?:value of )?(?:the )?/, '');
    const called = plain.replace(/(?<=[a-z])'s? /, ' ');
    return constants().find(({ names }) => names.includes(called));
  });
  return whole ?? (constant && { ...constant, unit });
}

/** The value of a constant in its own unit, or in the one that is wanted. Throws if that does not fit. */
export function constantValue(key: string, unit?: string) {
  const constant = mathjs()[key as never] as Unit | number;
  if (typeof constant === 'number') return { value: String(constant), unit: '' };
  const own = constant.formatUnits();
  const value = String(Number(constant.toNumber(unit ?? own).toPrecision(14)));
  return { value, unit: unit ?? own.replace(' / ', '/') };
}
