import type { Unit } from 'mathjs';
import { z } from 'zod';
import { tableFile } from '../../data-file.ts';
import { mathjs } from './mathjs.ts';

const constants = tableFile(
  new URL('./data/constants.tsv', import.meta.url),
  z.object({
    key: z.string(),
    names: z.string().transform((names) => names.split(', ')),
    source: z.string(),
    year: z.coerce.number(),
  }),
);

/** A physical constant: its name in mathjs, what people call it, and where its value is from. */
export type Constant = ReturnType<typeof constants>[number];

let byName: ReadonlyMap<string, Constant> | undefined;

/** The constant that people call so: `planck's constant`. */
export function constantCalled(text: string): Constant | undefined {
  byName ??= new Map(constants().flatMap((constant) => constant.names.map((name) => [name, constant] as const)));
  return byName.get(text.replace(/^(?:the )?(?:value of )?(?:the )?/, '').replace(/(?<=[a-z])'s? /, ' '));
}

/** The value of a constant in its own unit, or in `unit`. Throws if the unit does not fit. */
export function constantValue(key: string, unit: string | undefined): { value: string; unit: string } {
  const constant = (mathjs() as never as Record<string, Unit | number>)[key];
  if (typeof constant === 'number') return { value: String(constant), unit: '' };
  if (!constant) throw new Error(`mathjs has no ${key}`);
  const own = constant.formatUnits();
  const value = String(Number(constant.toNumber(unit ?? own).toPrecision(14)));
  return { value, unit: unit ?? own.replace(' / ', '/') };
}
