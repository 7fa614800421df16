import type { ApiOperation, ApiSchema } from './document.ts';

/**
 * What people read of an operation, as rows of tables. Texts are Markdown with nothing but code in it. The page at `/docs`
 * and docs/api.md are both made of it.
 */

/** A parameter, or a field of a body. Those of an object in it have its name as prefix. */
export interface ParameterRow {
  name: string;
  values: string;
  required: boolean;
  /** Its default as code; empty if there is none. */
  standard: string;
  meaning: string;
}

/** A field of a reply. */
export interface FieldRow {
  name: string;
  type: string;
  meaning: string;
}

/** A shape of a field that has several. */
export interface KindRows {
  /** Which field, and the value of its `kind`. */
  field: string;
  kind: string;
  description: string;
  rows: FieldRow[];
}

/** A reply with its fields. */
export interface ReplyRows {
  fields: FieldRow[];
  kinds: KindRows[];
  /** A text for a stream, for all others a value. */
  example: unknown;
}

/** A reply that is an error. */
export interface ErrorRow {
  status: string;
  /** What it means, without the full stop. */
  why: string;
  /** An example of its body. */
  example: unknown;
}

/** A parameter or field, before it is a row. */
interface Described {
  name: string;
  required?: boolean | undefined;
  description?: string | undefined;
  schema: ApiSchema;
}

/** The parameters of an operation, and after them the fields of its body. */
export function parameterRows({ parameters = [], requestBody }: ApiOperation): ParameterRow[] {
  const body = Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
  return [...parameters, ...bodyFields(body, '')].map(parameterRow);
}

/** What a success replies with; null if that has no body. */
export function replyRows(operation: ApiOperation): ReplyRows | null {
  const reply = Object.values(successOf(operation)?.content ?? {})[0];
  if (!reply) return null;
  return { fields: fieldRows(reply.schema, ''), kinds: kindRows(reply.schema), example: reply.example };
}

/** The reply of a success. */
export function successOf({ responses }: ApiOperation) {
  return responses[200] ?? responses[201] ?? responses[202];
}

/** The other replies. */
export function errorRows({ responses }: ApiOperation): ErrorRow[] {
  return Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, { description = '', content = {} }]) => {
      return { status, why: description.replace(/\.$/, ''), example: Object.values(content)[0]?.example };
    });
}

function bodyFields({ properties = {}, required = [] }: ApiSchema, outer: string): Described[] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    { name: `${outer}${name}`, required: required.includes(name), schema, description: schema.description ?? '' },
    ...bodyFields(schema.items ?? schema, `${outer}${name}${schema.items ? '[].' : '.'}`),
  ]);
}

function parameterRow({ name, required = false, description, schema }: Described): ParameterRow {
  const standard = schema.default === undefined || schema.default === '' ? '' : `\`${String(schema.default)}\``;
  return { name, values: valuesOf(schema), required, standard, meaning: description ?? schema.description ?? '' };
}

function valuesOf(schema: ApiSchema): string {
  const { enum: list, minimum, maximum } = schema;
  if (list) return list.map((value) => `\`${String(value)}\``).join(' ');
  const number = (value: number) => value.toLocaleString('en');
  if (minimum !== undefined && maximum !== undefined) return `${number(minimum)} to ${number(maximum)}`;
  if (minimum !== undefined) return `from ${number(minimum)}`;
  return typeOf(schema);
}

/** The object that a reply is, if it is not null. */
const objectOf = (schema: ApiSchema) => schema.anyOf?.find(({ type }) => type === 'object') ?? schema;

/** Rows for each shape of a field that has several, with the values that tell it. */
function kindRows(schema: ApiSchema): KindRows[] {
  const fields = Object.entries(objectOf(schema).properties ?? {});
  return fields.flatMap(([field, { oneOf = [] }]) =>
    oneOf.map((shape) => {
      const isOptional = (name: string) => /^\w+$/.test(name) && !shape.required?.includes(name);
      const rows = fieldRows(shape, '')
        .filter(({ name }) => name !== 'kind')
        .map((row) => (isOptional(row.name) ? { ...row, type: `${row.type}, or missing` } : row));
      const kind = typeOf(shape.properties?.kind ?? {}).replaceAll('"', '');
      return { field, kind, description: shape.description ?? '', rows };
    }),
  );
}

/** A row for every field; nested fields have the name of the outer field as prefix. */
function fieldRows(schema: ApiSchema, outer: string): FieldRow[] {
  return Object.entries(objectOf(schema).properties ?? {}).flatMap(([name, field]) => {
    const path = `${outer}${name}`;
    const real = field.anyOf?.find(({ type }) => type !== 'null') ?? field;
    const inner = real.items ?? real;
    const suffix = real.items ? '[].' : '.';
    const row = { name: path, type: typeOf(field), meaning: field.description ?? '' };
    return [row, ...fieldRows(inner, `${path}${suffix}`)];
  });
}

function typeOf({ type, anyOf, oneOf, const: only, enum: list, items }: ApiSchema): string {
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (list) return list.map((value) => `\`${String(value)}\``).join(' ');
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (oneOf) return 'object';
  return items ? `array of ${typeOf(items)}` : [type ?? 'any'].flat().join(' or ');
}
