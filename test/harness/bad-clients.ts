import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Connections opened at a time. A server keeps only a few hundred that it has not accepted yet. */
const BATCH = 200;

/** Clients that misbehave on raw sockets, all at once. */
export class BadClients {
  readonly #sockets: Socket[] = [];
  readonly #timers: NodeJS.Timeout[] = [];
  /** Clients that have received something. */
  answered = 0;

  /**
   * Connects clients that send `beginning` and then `drop`, again and again, and never end. They ignore that the server
   * has ended its side, so only a connection that the server destroys is closed.
   */
  async connect(url: string, count: number, beginning: string, drop = ''): Promise<void> {
    const sockets: Socket[] = [];
    while (sockets.length < count) sockets.push(...(await connectAll(url, Math.min(BATCH, count - sockets.length))));
    this.#sockets.push(...sockets);
    for (const socket of sockets) {
      socket.once('data', () => {
        this.answered += 1;
      });
      socket.write(beginning);
    }
    if (drop === '') return;
    const timer = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write(drop);
    }, 100);
    this.#timers.push(timer);
  }

  /** Leaves at last. */
  leave(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const socket of this.#sockets) socket.destroy();
  }
}

async function connectAll(url: string, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: count }, () =>
    connect({ host: hostname, port: Number(port), allowHalfOpen: true }),
  );
  for (const socket of sockets) socket.on('error', () => {});
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const socket of sockets) socket.resume();
  return sockets;
}
