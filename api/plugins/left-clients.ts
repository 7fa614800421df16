import { setMaxListeners } from 'node:events';
import type { FastifyReply } from 'fastify';
import { outerOf } from './inner-requests.ts';

/** Made once: without a reason, each signal makes an error with its stack. */
const GONE = new Error('The client has gone.');
/** As in the log of nginx: the client left before its reply. */
export const CLIENT_LEFT = 499;

/** One for all inner requests of a reply: each signal listens on its connection. */
const shared = new WeakMap<FastifyReply, AbortSignal>();

/**
 * Whether the client has closed its side of the connection, or the connection is closed, also after the whole reply. The
 * client of an inner request is that of the request that it is for.
 */
export function hasLeft(reply: FastifyReply): boolean {
  const { raw, request } = reply;
  const outer = outerOf(request);
  return raw.closed || request.socket.readableEnded || (outer !== undefined && hasLeft(outer));
}

/** The status that a request has ended with: an inner one has no connection that tells whether its client was there. */
export function endStatus(reply: FastifyReply): number {
  const outer = outerOf(reply.request);
  return outer && hasLeft(outer) ? CLIENT_LEFT : reply.statusCode;
}

/**
 * Returns a signal that aborts when the client leaves before the reply is sent. Node closes a connection some turns of the
 * event loop after its client has closed it, and takes most of a millisecond. When a crowd leaves, workers go on with its
 * calls meanwhile. Node reads what all of them did in one turn, so the end of what a client sends tells it first.
 */
export function leftSignal(reply: FastifyReply): AbortSignal {
  const outer = outerOf(reply.request);
  if (outer) {
    const signal = shared.get(outer) ?? leftSignal(outer);
    shared.set(outer, signal);
    return signal;
  }
  const left = new AbortController();
  const { raw } = reply;
  const { socket } = reply.request;
  // Each call of a request listens, and each request of a connection. There may be many: Node would take more than ten for
  // a leak.
  setMaxListeners(0, left.signal, socket);
  const onLeft = () => {
    if (!raw.writableFinished) left.abort(GONE);
  };
  if (hasLeft(reply)) onLeft();
  else {
    socket.once('end', onLeft);
    raw.once('close', () => {
      // The connection may serve other requests.
      socket.off('end', onLeft);
      onLeft();
    });
  }
  return left.signal;
}
