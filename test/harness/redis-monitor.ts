import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** Receives each command that Redis runs, inside of scripts or not, with its arguments. */
export type OnCommand = (name: string, args: string[]) => void;

/**
 * Watches the commands of a Redis server. ioredis' own monitor fails if a command arrives together with the server's
 * first reply.
 */
export class RedisMonitor {
  readonly #socket: Socket;
  onCommand: OnCommand = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  static start(port: number): Promise<RedisMonitor> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('MONITOR\r\n'));
      socket.on('error', reject);
      const monitor = new RedisMonitor(socket);
      createInterface({ input: socket }).on('line', (line) => {
        if (line === '+OK') resolve(monitor);
        const [name = '', ...args] = [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text);
        if (name !== '') monitor.onCommand(name.toLowerCase(), args);
      });
    });
  }

  stop(): void {
    this.#socket.destroy();
  }
}
