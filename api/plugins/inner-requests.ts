import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest, InjectOptions, LightMyRequestResponse } from 'fastify';

/** Requests that this process sends to itself for another one: the parts of a batch, what a form of the reference tries. */

const HEADER = 'x-tributary-within';
/** The replies that inner requests are for, by names that nobody outside this process knows. */
const named = new Map<string, FastifyReply>();
const outers = new WeakMap<IncomingMessage, FastifyReply>();

/** Sends a request to a route of this process. When the client of `outer` leaves, nobody waits for it any more. */
export async function askWithin(
  outer: FastifyReply,
  { headers, ...options }: InjectOptions,
): Promise<LightMyRequestResponse> {
  const name = randomUUID();
  named.set(name, outer);
  try {
    return await outer.server.inject({ ...options, headers: { ...headers, [HEADER]: name } });
  } finally {
    named.delete(name);
  }
}

/** Remembers what an inner request is for, when it arrives. */
export function noteOuter({ raw }: FastifyRequest): void {
  const name = raw.headers[HEADER];
  const outer = typeof name === 'string' ? named.get(name) : undefined;
  if (outer) outers.set(raw, outer);
}

/** The reply that an inner request is for; undefined if the request came from a client. */
export function outerOf({ raw }: FastifyRequest): FastifyReply | undefined {
  return outers.get(raw);
}
