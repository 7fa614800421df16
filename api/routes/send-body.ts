import type { FastifyReply } from 'fastify';
import { RenderedReply } from '../cache/reply-cache.ts';

/** Sends a body, or the bytes of a reply that was rendered before. */
export function sendBody(body: unknown, reply: FastifyReply): unknown {
  if (!(body instanceof RenderedReply)) return body;
  if (body.serverTiming !== '') reply.header('server-timing', body.serverTiming);
  return reply.type('application/json; charset=utf-8').send(body.json);
}
