/** What programs need that import the document: plain schemas, and an example of everything that is sent or returned. */

/** A part of the document, of which only some fields are read here. */
interface Node {
  [field: string]: unknown;
}

interface Operation {
  parameters?: { example?: unknown; schema: Schema }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}

interface Media {
  schema?: Schema;
  example?: unknown;
}

interface Schema {
  example?: unknown;
  examples?: unknown[];
  default?: unknown;
  enum?: unknown[];
  minimum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** Adds the examples to a document, and makes its schemas plain. Changes the document. */
export function importable<Document extends object>(document: Document): Document {
  makePlain(document as Node);
  const { paths = {} } = document as { paths?: Record<string, Record<string, Operation>> };
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) addExamples(operation);
  return document;
}

/**
 * Removes what zod says of numbers and clients cannot use: a pattern of digits, and the bounds of every safe integer.
 * Where a type is stated, the types that are also accepted are not.
 */
function makePlain(node: Node): void {
  if (node.type === 'integer') delete node.pattern;
  if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
  if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
  if (typeof node.type === 'string' && node.anyOf) delete node.anyOf;
  for (const [name, inner] of Object.entries(node)) {
    if (name.startsWith('example') || typeof inner !== 'object' || inner === null) continue;
    makePlain(inner as Node);
  }
}

function addExamples({ parameters = [], requestBody, responses }: Operation): void {
  for (const parameter of parameters) parameter.example ??= exampleOf(parameter.schema);
  for (const media of Object.values(requestBody?.content ?? {})) media.example ??= bodyExample(media.schema ?? {});
  for (const { content = {} } of Object.values(responses)) {
    for (const media of Object.values(content)) media.example ??= media.schema?.example;
  }
}

/** An example of a parameter: its own, what it is by default, or the first value that is allowed. */
function exampleOf({ example, default: usual, enum: values, minimum }: Schema): unknown {
  return example ?? usual ?? values?.[0] ?? minimum;
}

/** An example of a body: its own, or the first field, which says what is asked for, and the required ones. */
function bodyExample({ example, examples, properties = {}, required = [] }: Schema): unknown {
  if (example !== undefined || examples) return example ?? examples?.[0];
  const names = new Set([...Object.keys(properties).slice(0, 1), ...required]);
  return Object.fromEntries([...names].map((name) => [name, exampleOf(properties[name] ?? {})]));
}
