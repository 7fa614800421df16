import { setMaxListeners } from 'node:events';
import type { FastifyReply } from 'fastify';

/** Made once: without a reason, each signal makes an error with its stack. */
const GONE = new Error('The client has gone.');

/** Whether the client has closed its side of the connection, or the connection is closed, also after the whole reply. */
export function hasLeft({ raw, request }: FastifyReply): boolean {
  return raw.closed || request.socket.readableEnded;
}

/**
 * Returns a signal that aborts when the client leaves before the reply is sent. Node closes a connection some turns of the
 * event loop after its client has closed it, and takes most of a millisecond. When a crowd leaves, workers go on with its
 * calls meanwhile. Node reads what all of them did in one turn, so the end of what a client sends tells it first.
 */
export function leftSignal(reply: FastifyReply): AbortSignal {
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
