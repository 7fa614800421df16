import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const HEADER = 'x-tributary-part';
/** Nobody outside this process knows it. */
const SECRET = randomUUID();

/** The header of a request that a batch sends to this process itself. */
export const partOfBatch: Readonly<Record<string, string>> = { [HEADER]: SECRET };

/** Whether a request is part of a batch, which has its place among the requests that a key may have at a time. */
export function isPartOfBatch({ headers }: FastifyRequest): boolean {
  return headers[HEADER] === SECRET;
}
