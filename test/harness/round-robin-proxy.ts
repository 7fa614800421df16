import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const CHECK_MS = 100;

interface Backend {
  url: string;
  ready: boolean;
  /** Requests that it was sent. */
  sent: number;
}

/**
 * A proxy as operators use it: keeps its connections to the web processes, checks `/readyz` every 100 ms, and sends each
 * request to the next process that was ready. It repeats nothing: what fails is a 502.
 */
export class RoundRobinProxy {
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #backends: Backend[] = [];
  readonly #checks: NodeJS.Timeout;
  #turn = 0;

  private constructor() {
    this.#server = createServer((incoming, outgoing) => this.#forward(incoming, outgoing));
    this.#checks = setInterval(() => {
      for (const backend of this.#backends) this.#check(backend);
    }, CHECK_MS);
  }

  static async start(...urls: readonly string[]): Promise<RoundRobinProxy> {
    const proxy = new RoundRobinProxy();
    for (const url of urls) proxy.add(url);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  add(url: string): void {
    this.#backends.push({ url, ready: false, sent: 0 });
  }

  /** Whether this process has been sent a request. */
  uses(url: string): boolean {
    return this.#backends.some((backend) => backend.url === url && backend.sent > 0);
  }

  async close(): Promise<void> {
    clearInterval(this.#checks);
    this.#agent.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #check(backend: Backend): void {
    const check = request(`${backend.url}/readyz`, { agent: this.#agent }, (reply) => {
      backend.ready = reply.statusCode === 200;
      reply.resume();
    });
    check.on('error', () => {
      backend.ready = false;
    });
    check.end();
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const ready = this.#backends.filter((backend) => backend.ready);
    this.#turn += 1;
    const backend = ready[this.#turn % ready.length];
    const fail = () => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    };
    if (!backend) {
      fail();
      return;
    }
    backend.sent += 1;
    const { method, headers } = incoming;
    const forwarded = request(`${backend.url}${incoming.url}`, { method, headers, agent: this.#agent }, (reply) => {
      const { connection: _, ...others } = reply.headers;
      outgoing.writeHead(reply.statusCode ?? 502, others);
      reply.on('error', fail);
      reply.pipe(outgoing);
    });
    forwarded.on('error', fail);
    incoming.pipe(forwarded);
  }
}
