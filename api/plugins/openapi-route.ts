import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { importable } from './openapi-import.ts';
import { sharing } from './openapi-shared.ts';

type JsonSchema = Record<string, unknown>;

const RATE_HEADERS: JsonSchema = {
  'RateLimit-Policy': {
    type: 'string',
    description: 'The limits: number of requests (`q`) per window in seconds (`w`).',
  },
  RateLimit: { type: 'string', description: 'Requests remaining (`r`), and seconds until more are available (`t`).' },
};
const RETRY_AFTER: JsonSchema = {
  'Retry-After': { type: 'integer', description: 'Seconds to wait. Absent if waiting does not help.' },
};

/** Headers of the replies, by status. Fastify has no place for them beside the schemas. */
const HEADERS: Readonly<Record<string, JsonSchema>> = {
  200: RATE_HEADERS,
  201: RATE_HEADERS,
  429: { ...RATE_HEADERS, ...RETRY_AFTER },
  503: RETRY_AFTER,
};

/** Describes a route as JSON Schema: what zod knows, the defaults of the parameters, and the headers of the replies. */
export const describedRoute: typeof jsonSchemaTransform = (document) => {
  const transformed = jsonSchemaTransform(document);
  const { querystring, body, response = {} } = transformed.schema as Record<string, JsonSchema | undefined>;
  for (const parameters of [querystring, body])
    setDefaults((parameters?.properties ?? {}) as Record<string, Parameter>);
  for (const [status, reply] of Object.entries(response as Record<string, JsonSchema>)) {
    if (HEADERS[status]) reply.headers = HEADERS[status];
  }
  keepExamples((document.schema?.response ?? {}) as Replies, response as Replies);
  return transformed;
};

/**
 * Adds the schemas that have an id, so that clients generated from the document have names for them. Those of requests
 * (`…Input`) are left out: only replies have named schemas.
 */
export const withNamedSchemas: typeof jsonSchemaTransformObject = (document) => {
  const described = jsonSchemaTransformObject(document);
  const { components = {} } = described as { components?: { schemas?: Record<string, object> } };
  const ofReplies = Object.entries(components.schemas ?? {}).filter(([name]) => !name.endsWith('Input'));
  // By name, because zod lists them in the order in which their files were loaded.
  const sorted = ofReplies.sort(([one], [other]) => (one < other ? -1 : 1));
  return sharing(importable({ ...described, components: { ...components, schemas: Object.fromEntries(sorted) } }));
};

/** The replies of a route that name their types. */
type Replies = Record<string, { content?: Record<string, { example?: unknown }> }>;

/** Copies the examples of replies with a named schema, because their transformation loses them. */
function keepExamples(given: Replies, transformed: Replies): void {
  for (const [status, { content = {} }] of Object.entries(given)) {
    for (const [type, { example }] of Object.entries(content)) {
      const media = transformed[status]?.content?.[type];
      if (media && example !== undefined) media.example = example;
    }
  }
}

interface Parameter {
  default?: unknown;
  'x-default'?: unknown;
}

/** Sets each parameter's default from `x-default` in its metadata, because zod omits it for transformed parameters. */
function setDefaults(parameters: Record<string, Parameter>): void {
  for (const parameter of Object.values(parameters)) {
    if (parameter['x-default'] === undefined) continue;
    parameter.default = parameter['x-default'];
    delete parameter['x-default'];
  }
}
