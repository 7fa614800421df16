import type { FastifyReply } from 'fastify';
import { tellTiming } from '../ask/timing.ts';
import { RenderedReply } from '../cache/reply-cache.ts';

/** Sends a body, or the bytes of a reply that was rendered before, as JSON unless the route has set another type. */
export function sendBody(body: unknown, reply: FastifyReply): unknown {
  if (!(body instanceof RenderedReply)) return body;
  tellTiming(reply, body.timing);
  if (!reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8');
  return reply.send(body.json);
}
