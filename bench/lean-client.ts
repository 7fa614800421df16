import { connect, type Socket } from 'node:net';

/** The status and the head of a reply. */
export interface LeanReply {
  status: number;
  head: string;
}

const HEAD_END = '\r\n\r\n';

/**
 * An HTTP client that does as little as possible, for benchmarks whose clients share the CPU with the service: it sends
 * a prepared text and reads the status, the head and the length of the reply. Keeps its connections open.
 */
export class LeanClient {
  readonly #port: number;
  readonly #headers: string;
  readonly #idle: Connection[] = [];
  readonly #all = new Set<Connection>();

  constructor(origin: string, headers: Readonly<Record<string, string>>) {
    this.#port = Number(new URL(origin).port);
    this.#headers = Object.entries({ host: '127.0.0.1', ...headers })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
  }

  async get(path: string): Promise<LeanReply> {
    const request = `GET ${path} HTTP/1.1\r\n${this.#headers}\r\n`;
    const used = this.#idle.pop();
    // The server closes connections that were idle for a while, perhaps at this moment: then a new one is made.
    const reply = await used?.ask(request).catch(() => undefined);
    if (!used || !reply) return this.#askAnew(request);
    this.#idle.push(used);
    return reply;
  }

  async #askAnew(request: string): Promise<LeanReply> {
    const connection = new Connection(this.#port);
    this.#all.add(connection);
    const reply = await connection.ask(request);
    this.#idle.push(connection);
    return reply;
  }

  close(): void {
    for (const connection of this.#all) connection.close();
  }
}

class Connection {
  readonly #socket: Socket;
  #head = '';
  /** Bytes of the body that are still to come; null before the end of the head. */
  #left: number | null = null;
  #settle: { resolve(reply: LeanReply): void; reject(error: Error): void } | undefined;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setNoDelay();
    this.#socket.on('data', (chunk) => this.#read(chunk));
    this.#socket.on('close', () => this.#settle?.reject(new Error('The connection was closed.')));
    this.#socket.on('error', () => {});
  }

  ask(request: string): Promise<LeanReply> {
    this.#head = '';
    this.#left = null;
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) return reject(new Error('The connection is closed.'));
      this.#settle = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#settle = undefined;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#left === null) {
      this.#head += chunk.toString('latin1');
      const end = this.#head.indexOf(HEAD_END);
      if (end < 0) return;
      const got = this.#head.length - end - HEAD_END.length;
      this.#head = this.#head.slice(0, end);
      this.#left = Number(/\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1] ?? 0) - got;
    } else {
      this.#left -= chunk.length;
    }
    if (this.#left > 0) return;
    const status = Number(this.#head.slice(9, 12));
    this.#settle?.resolve({ status, head: this.#head });
    this.#settle = undefined;
  }
}
