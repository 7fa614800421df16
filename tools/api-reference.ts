/** The parts of an OpenAPI document that the reference uses. */
export interface ApiDocument {
  info: { title: string; description: string };
  paths: Record<string, Record<string, ApiOperation>>;
}

interface ApiOperation {
  summary: string;
  description: string;
  parameters?: ApiParameter[];
  requestBody?: { content: Record<string, { schema: ApiSchema }> };
  responses: Record<
    string,
    { description?: string; content?: Record<string, { example?: unknown; schema: ApiSchema }> }
  >;
}

interface ApiParameter {
  name: string;
  required?: boolean;
  description?: string;
  schema: ApiSchema;
}

interface ApiSchema {
  type?: string | string[];
  description?: string;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, ApiSchema>;
  required?: string[];
  items?: ApiSchema;
  anyOf?: ApiSchema[];
  oneOf?: ApiSchema[];
}

/** The document with each reference replaced by the schema that it names. No schema contains itself. */
export function inlined<Document extends object>(document: Document): Document {
  const schemas = (document as { components?: { schemas?: Record<string, unknown> } }).components?.schemas ?? {};
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...rest } = value as { $ref?: string };
    const named = $ref === undefined ? {} : (inline(schemas[$ref.split('/').at(-1) ?? '']) as object);
    return { ...named, ...Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, inline(inner)])) };
  };
  return inline(document) as Document;
}

/** Formats the reference as Markdown: every endpoint with its parameters, the fields of its reply and an example. */
export function apiReference(document: ApiDocument): string {
  const { info, paths } = inlined(document);
  const sections = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(`${method.toUpperCase()} ${path}`, operation)),
  );
  const head = [
    '# API',
    '<!-- Written by `npm run docs` from the OpenAPI document; changes here are lost. -->',
    info.description,
  ];
  return `${[...head, ...sections].join('\n\n')}\n`;
}

function section(
  title: string,
  { summary, description, parameters = [], requestBody, responses }: ApiOperation,
): string {
  const fields = bodyFields(Object.values(requestBody?.content ?? {})[0]?.schema ?? {}, '');
  const reply = Object.values((responses[200] ?? responses[201])?.content ?? {})[0];
  const errors = Object.entries(responses).filter(([status]) => !status.startsWith('2'));
  return [
    `## ${summary}`,
    `\`${title}\``,
    description,
    ...table(['Parameter', 'Values', 'Default', 'Meaning'], [...parameters, ...fields].map(parameterRow)),
    ...(reply ? table(['Field of the reply', 'Type', 'Meaning'], fieldRows(reply.schema, '')) : []),
    ...(reply ? kindTables(reply.schema) : []),
    ...(reply?.example === undefined ? [] : [exampleBlock(reply.example)]),
    `Other replies: ${errors.map(([status, { description: why = '' }]) => `${status} (${why.replace(/\.$/, '')})`).join(', ')}.`,
  ].join('\n\n');
}

/** The fields of a body; those of an object in it have its name as prefix. */
function bodyFields({ properties = {}, required = [] }: ApiSchema, outer: string): ApiParameter[] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    {
      name: `${outer}${name}`,
      required: required.includes(name),
      schema,
      description: schema.description ?? '',
    },
    ...bodyFields(schema, `${outer}${name}.`),
  ]);
}

/** A stream's example is a text, all others are JSON. */
function exampleBlock(example: unknown): string {
  if (typeof example === 'string') return `\`\`\`\n${example.trimEnd()}\n\`\`\``;
  return `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``;
}

function parameterRow({ name, required, description, schema }: ApiParameter): string[] {
  const standard = schema.default === undefined || schema.default === '' ? '' : `\`${String(schema.default)}\``;
  return [`\`${name}\``, values(schema), required ? 'required' : standard, description ?? schema.description ?? ''];
}

function values(schema: ApiSchema): string {
  const { enum: list, minimum, maximum } = schema;
  if (list) return list.map((value) => `\`${String(value)}\``).join(' ');
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `from ${minimum}`;
  return typeOf(schema);
}

/** The object that a reply is, if it is not null. */
const objectOf = (schema: ApiSchema) => schema.anyOf?.find(({ type }) => type === 'object') ?? schema;

/** A table for each shape of a field that has several, with the values that tell it. */
function kindTables(schema: ApiSchema): string[] {
  const fields = Object.entries(objectOf(schema).properties ?? {});
  return fields.flatMap(([name, { oneOf = [] }]) =>
    oneOf.flatMap((shape) => {
      const kinds = typeOf(shape.properties?.kind ?? {}).replaceAll('"', '');
      const isOptional = (field = '') => /^`\w+`$/.test(field) && !shape.required?.includes(field.slice(1, -1));
      const rows = fieldRows(shape, '')
        .filter(([field]) => field !== '`kind`')
        .map(([field = '', type = '', meaning = '']) => [
          field,
          isOptional(field) ? `${type}, or missing` : type,
          meaning,
        ]);
      return [
        `**\`${name}\` of kind ${kinds}.** ${shape.description ?? ''}`,
        ...table(['Field', 'Type', 'Meaning'], rows),
      ];
    }),
  );
}

/** A row for every field; nested fields have the name of the outer field as prefix. */
function fieldRows(schema: ApiSchema, outer: string): string[][] {
  return Object.entries(objectOf(schema).properties ?? {}).flatMap(([name, field]) => {
    const path = `${outer}${name}`;
    const real = field.anyOf?.find(({ type }) => type !== 'null') ?? field;
    const inner = real.items ?? real;
    const suffix = real.items ? '[].' : '.';
    return [[`\`${path}\``, typeOf(field), field.description ?? ''], ...fieldRows(inner, `${path}${suffix}`)];
  });
}

function typeOf({ type, anyOf, oneOf, const: only, enum: list, items }: ApiSchema): string {
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (list) return list.map((value) => `\`${String(value)}\``).join(' ');
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (oneOf) return 'object';
  return items ? `array of ${typeOf(items)}` : [type ?? 'any'].flat().join(' or ');
}

function table(head: string[], rows: string[][]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [[line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')];
}
