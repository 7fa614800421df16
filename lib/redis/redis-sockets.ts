import type { Socket } from 'node:net';
import { AbstractConnector } from 'ioredis';

const sockets = new WeakMap<object, Socket>();

/**
 * Gives each socket of ioredis a listener for errors. ioredis handles only the first error of a socket. With TLS a second
 * may follow (a bad certificate, then the server's alert), and an unhandled error ends the process. This includes the
 * connections that ioredis makes for itself, to ask Sentinels and the nodes of a cluster, which nobody else gets to see.
 */
export function surviveSecondErrors(): void {
  Object.defineProperty(AbstractConnector.prototype, 'stream', {
    configurable: true,
    get(this: object) {
      return sockets.get(this);
    },
    set(this: object, socket: Socket) {
      socket.on('error', () => {
        // ioredis reports the first error and closes the connection.
      });
      sockets.set(this, socket);
    },
  });
}
