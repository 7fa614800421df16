/** The parts of an OpenAPI document that the reference uses. */
export interface ApiDocument {
  info: { title: string; description: string };
  paths: Record<string, Record<string, ApiOperation>>;
}

/** An operation of the document: a method of a path. */
export interface ApiOperation {
  operationId: string;
  tags?: string[];
  summary: string;
  description: string;
  parameters?: ApiParameter[];
  requestBody?: { content: Record<string, { schema: ApiSchema; example?: unknown }> };
  responses: Record<
    string,
    { description?: string; content?: Record<string, { example?: unknown; schema: ApiSchema }> }
  >;
}

/** A parameter of an operation. */
export interface ApiParameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required?: boolean;
  description?: string;
  example?: unknown;
  schema: ApiSchema;
}

/** A schema, as far as people need it. */
export interface ApiSchema {
  type?: string | string[];
  description?: string;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  properties?: Record<string, ApiSchema>;
  required?: string[];
  items?: ApiSchema;
  anyOf?: ApiSchema[];
  oneOf?: ApiSchema[];
}

/** The document with each reference replaced by what it names. Nothing contains itself. */
export function inlined<Document extends object>(document: Document): Document {
  const named = ($ref: string) => {
    const [, ...path] = $ref.split('/');
    return path.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document);
  };
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...rest } = value as { $ref?: string };
    const target = $ref === undefined ? {} : (inline(named($ref)) as object);
    return { ...target, ...Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, inline(inner)])) };
  };
  return inline(document) as Document;
}
