import type { FastifyReply } from 'fastify';

/** Adds the name of a request header that the reply depends on to `Vary`. */
export function addVary(reply: FastifyReply, name: string): void {
  const before = reply.getHeader('vary');
  reply.header('vary', before === undefined ? name : `${before}, ${name}`);
}
