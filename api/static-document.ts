import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A text or a picture that is the same for every request: a file, or a document that is made once. */
export interface StaticDocument {
  content: string | Buffer;
  type: string;
  /** The beginning of the content's SHA-256. */
  hash: string;
}

const files = new WeakSet<object>();

/** Whether this is the content of a file, which is the same as long as the process runs. */
export function isFile(content: unknown): boolean {
  return Buffer.isBuffer(content) && files.has(content);
}

/** Describes a text or a picture that does not change. Files are buffers. */
export function staticDocument(content: string | Buffer, type: string): StaticDocument {
  if (Buffer.isBuffer(content)) files.add(content);
  return { content, type, hash: createHash('sha256').update(content).digest('hex').slice(0, 10) };
}

/** Sends it, or a 304 to a client that has it. Its `ETag` also makes it be compressed only once. */
export function sendStatic(request: FastifyRequest, reply: FastifyReply, { content, type, hash }: StaticDocument) {
  // Weak, because the same tag names the compressed forms.
  const etag = `W/"${hash}"`;
  reply.header('etag', etag);
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim());
  return known?.includes(etag) ? reply.code(304).send() : reply.type(type).send(content);
}
