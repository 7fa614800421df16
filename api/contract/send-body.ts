import type { FastifyReply } from 'fastify';
import { RenderedReply } from '../cache/reply-cache.ts';

/** Sends a body, or the bytes of a reply that was rendered before, as JSON unless the route has set another type. */
export function sendBody(body: unknown, reply: FastifyReply): unknown {
  if (!(body instanceof RenderedReply)) return body;
  if (body.serverTiming !== '') reply.header('server-timing', body.serverTiming);
  if (!reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8');
  return reply.send(body.json);
}
