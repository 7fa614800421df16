import { errorReplies } from '../contract/error-replies.ts';

/** The parts of a document that share something. */
interface SharingDocument {
  components?: object;
  paths?: Record<string, Record<string, { responses: Record<string, Reply | Reference> }>>;
}

interface Reply {
  description: string;
  headers?: Record<string, unknown>;
}

interface Reference {
  $ref: string;
}

const namesOfErrors = new Map(Object.entries(errorReplies).map(([name, { description }]) => [description, name]));

/**
 * Moves what is the same at many operations to one place, to which they refer: the replies that are errors, and headers.
 * Otherwise they are a third of the types that generators make. Changes the document.
 */
export function sharing<Document extends object>(document: Document): Document {
  const { components, paths = {} } = document as SharingDocument;
  const responses: Record<string, Reply> = {};
  const headers: Record<string, unknown> = {};
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const [status, reply] of Object.entries(operation.responses)) {
      if ('$ref' in reply) continue;
      const { headers: own = {} } = reply;
      for (const [name, header] of Object.entries(own)) {
        headers[name] ??= header;
        own[name] = { $ref: `#/components/headers/${name}` };
      }
      const name = namesOfErrors.get(reply.description);
      if (name === undefined) continue;
      responses[name] ??= reply;
      operation.responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  return { ...document, components: { ...components, responses, headers } };
}
