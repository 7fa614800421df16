import { z } from 'zod';

/** Fields of one type in a schema of data. What they mean is in `data/fields.tsv`. */
const fieldsOf =
  <Type extends z.ZodType>(type: Type) =>
  <Name extends string>(...names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, type])) as Record<Name, Type>;

export const texts = fieldsOf(z.string());
export const optionalTexts = fieldsOf(z.string().optional());
/** Texts that are null if there is nothing to tell. */
export const nullableTexts = fieldsOf(z.string().nullable());
export const numbers = fieldsOf(z.number());
export const optionalNumbers = fieldsOf(z.number().optional());
export const nullableNumbers = fieldsOf(z.number().nullable());
