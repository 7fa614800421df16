import { z } from 'zod';
import { tableFile } from './data-file.ts';
import { optionalTexts } from './fields.ts';

/** What all data have in common: `value` is the result as text, beside its `number`, or that of all `values`. */
/** What was asked has different names: `op`, `fn` … */
type Names = Partial<Record<'kind' | 'asked' | 'op' | 'fn' | 'measure' | 'algorithm', string>>;
interface Common extends Names {
  value?: unknown;
  values?: readonly unknown[];
  number?: number;
}

/** What the fields mean, by the name of the kind, or of the type if it has several kinds of one shape. */
const meanings = tableFile(
  new URL('./data/fields.tsv', import.meta.url),
  z.object({ kind: z.string(), field: z.string(), meaning: z.string().min(1), example: z.string() }),
);

/** The digits of a whole number without its sign, its power of ten and zeros at its end. */
const digitsOf = (text: string) => text.replace(/e.*$|[-.]/g, '').replace(/0+$/g, '');

/** Whether a text is a decimal number, and not a whole one of which a 64-bit number lacks digits. */
function isHeld(text: string): boolean {
  if (!/^-?\d[\d.]*(?:e[-+]?\d+)?$/.test(text) || !Number.isFinite(Number(text))) return false;
  return /[.e]/.test(text) || digitsOf(String(Number(text))) === digitsOf(text);
}

/** Data in the common shape. */
export type Shaped<Data> = Omit<Data, 'kind' | 'value' | 'number'> & {
  kind: string;
  asked: string;
  value: string;
  number?: number;
};

/** Gives data the common shape. `isDecimal`: digits as text are a number. */
export function shaped<Data>(type: string, given: Data, isDecimal = false): Shaped<Data> {
  const data: Common = { kind: KINDS[type] ?? type, ...given };
  const { values, value = values?.join(', ') } = data;
  if (typeof value === 'number' || (isDecimal && typeof value === 'string' && isHeld(value)))
    data.number ??= Number(value);
  const { asked = data.op ?? data.fn ?? data.measure ?? data.algorithm ?? data.kind } = data;
  return Object.assign(data, { value: String(value), asked }) as Shaped<Data>;
}

/** The kind of a type with one kind that is not called like it: random colours have that name. */
const KINDS: Readonly<Record<string, string>> = { colour: 'colour_code' };

/** The schema of data in the common shape, in which every field has its meaning. */
export function shapedSchema(type: string, data: z.ZodType, isProvided: boolean, isDecimal = false): z.ZodType {
  if (data instanceof z.ZodUnion) {
    const options = data.options as z.ZodType[];
    return z.union(
      options.map((option) => shapedSchema(type, option, isProvided, isDecimal)) as [z.ZodType, z.ZodType],
    );
  }
  const { kind = z.literal(KINDS[type] ?? type), value, ...others } = (data as z.ZodObject).shape;
  const isNumber = isDecimal || 'number' in others || value?.safeParse(0).success;
  const more = { ...(isNumber && { number: z.number().optional() }), ...(isProvided && optionalTexts('source')) };
  const name = kind instanceof z.ZodLiteral ? String(kind.value) : type;
  return described(z.object({ kind, ...others, asked: z.string(), value: z.string(), ...more }), name);
}

/** A schema of which the fields have their meanings and examples. Those of an object have its name before theirs. */
function described(schema: z.ZodType, name: string, path = ''): z.ZodType {
  const inner = (each: unknown) => described(each as z.ZodType, name, path);
  if (schema instanceof z.ZodOptional) return inner(schema.unwrap()).optional();
  if (schema instanceof z.ZodArray) return z.array(inner(schema.element));
  if (!(schema instanceof z.ZodObject)) return schema;
  const fields = Object.entries(schema.shape).map(([field, type]) => {
    const whole = path ? `${path}.${field}` : field;
    const row = meanings().find((each) => each.field === whole && (each.kind === name || each.kind === '*'));
    if (!row) throw new Error(`fields.tsv does not tell what ${whole} of ${name} means.`);
    const { meaning: description, example } = row;
    return [field, described(type, name, whole).meta({ description, ...(example && { example }) })] as const;
  });
  return z.object(Object.fromEntries(fields));
}
