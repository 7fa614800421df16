import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { outerOf } from './inner-requests.ts';

/** Made once: without a reason, each signal makes an error with its stack. */
const GONE = new Error('The client has gone.');
/** As in the log of nginx: the client left before its reply. */
export const CLIENT_LEFT = 499;

/** One for all calls of a reply and of its inner requests: each signal listens on its connection. */
const shared = new WeakMap<FastifyReply, AbortSignal>();

/**
 * Whether the client has closed its side of the connection, or the connection is closed, also after the whole reply. The
 * client of an inner request is that of the request that it is for.
 */
export function hasLeft(reply: FastifyReply): boolean {
  const { raw, request } = reply;
  const outer = outerOf(request);
  const { readableEnded, destroyed } = request.socket;
  return raw.closed || readableEnded || destroyed || (outer !== undefined && hasLeft(outer));
}

/** The status that a request has ended with: an inner one has no connection that tells whether its client was there. */
export function endStatus(reply: FastifyReply): number {
  const outer = outerOf(reply.request);
  return outer && hasLeft(outer) ? CLIENT_LEFT : reply.statusCode;
}

/**
 * Calls back once, when the whole reply is sent or its connection is closed; at once if that is so already, because an event
 * that has passed does not come again. A reply that waits for earlier ones of its connection has no `close` of its own.
 */
export function whenOver({ raw, request: { socket } }: FastifyReply, onOver: () => void): void {
  if (raw.closed || socket.destroyed) {
    onOver();
    return;
  }
  const end = () => {
    raw.off('close', end);
    socket.off('close', end);
    onOver();
  };
  raw.on('close', end);
  listenOften(socket).on('close', end);
}

/**
 * Returns a signal that aborts when the client leaves before the reply is sent. Node closes a connection some turns of the
 * event loop after its client has closed it, and takes most of a millisecond. When a crowd leaves, workers go on with its
 * calls meanwhile. Node reads what all of them did in one turn, so the end of what a client sends tells it first.
 */
export function leftSignal(reply: FastifyReply): AbortSignal {
  const outer = outerOf(reply.request);
  const known = shared.get(reply) ?? (outer && leftSignal(outer));
  if (known) return known;
  const left = new AbortController();
  shared.set(reply, left.signal);
  const { raw } = reply;
  const { socket } = reply.request;
  // Each call of a request listens. There may be many: Node would take more than ten for a leak.
  setMaxListeners(0, left.signal);
  const onLeft = () => {
    if (!raw.writableFinished) left.abort(GONE);
  };
  if (hasLeft(reply)) onLeft();
  else {
    listenOften(socket).once('end', onLeft);
    whenOver(reply, () => {
      // The connection may serve other requests.
      socket.off('end', onLeft);
      onLeft();
    });
  }
  return left.signal;
}

/** Each request of a connection listens, and a client may send many at once: Node would take more than ten for a leak. */
function listenOften(socket: Socket): Socket {
  setMaxListeners(0, socket);
  return socket;
}
