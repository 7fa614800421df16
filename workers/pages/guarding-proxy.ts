import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { type Guard, guardedConnect } from '../../lib/net/guarded-connect.ts';
import { reasonOf } from '../../lib/net/page-failure.ts';

/** What one page may do in a browser. */
export interface PassLimits {
  /** Connections and requests, together. */
  requests: number;
  /** Bytes that it may receive and send, together. */
  bytes: number;
}

/** A page in progress: the name and password with which its browser's requests come, and what is left to it. */
export interface Pass {
  readonly username: string;
  readonly password: string;
  /** Whether it wanted more than it may have. */
  readonly isSpent: boolean;
  /** Ends all connections of the page. */
  close(): void;
}

interface OpenPass extends Pass {
  left: PassLimits;
  isSpent: boolean;
  signal: AbortSignal;
  sockets: Set<Duplex>;
}

/** Between two proxies, and not for those behind. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'upgrade'];
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST'];

/**
 * The only way of a browser into the network. Each request is checked as one for a page is: its host is looked up here,
 * all its addresses must be allowed, and the connection goes to one of them. What is encrypted passes as it is.
 */
export class GuardingProxy {
  readonly #guard: Guard;
  readonly #errors: ErrorReporter;
  readonly #passes = new Map<string, OpenPass>();
  /** Ports by the addresses that it listens at. */
  readonly #listening = new Map<string, Promise<number>>();
  readonly #servers = new Set<Server>();

  constructor(guard: Guard, errors: ErrorReporter) {
    this.#guard = guard;
    this.#errors = errors;
  }

  /** Begins to listen at an address of this machine, once. Returns the port. The next page tries again what has failed. */
  async listen(host: string): Promise<number> {
    const listening = this.#listening.get(host) ?? this.#listen(host);
    this.#listening.set(host, listening);
    try {
      return await listening;
    } catch (error) {
      if (this.#listening.get(host) === listening) this.#listening.delete(host);
      throw error;
    }
  }

  /** Lets a page through, until its pass is closed. */
  admit(limits: PassLimits): Pass {
    const ending = new AbortController();
    const pass: OpenPass = {
      username: randomBytes(12).toString('hex'),
      password: randomBytes(24).toString('hex'),
      left: { ...limits },
      isSpent: false,
      signal: ending.signal,
      sockets: new Set(),
      close: () => {
        this.#passes.delete(pass.username);
        ending.abort();
        for (const socket of pass.sockets) socket.destroy();
      },
    };
    this.#passes.set(pass.username, pass);
    return pass;
  }

  async close(): Promise<void> {
    for (const pass of [...this.#passes.values()]) pass.close();
    for (const server of this.#servers) {
      server.closeAllConnections();
      server.close();
    }
  }

  async #listen(host: string): Promise<number> {
    const server = http.createServer((request, reply) => this.#forward(request, reply));
    server.on('connect', (request, socket, head) => this.#tunnel(request, socket, head));
    // A WebSocket comes as a tunnel. An upgrade of a plain request is nothing that a browser asks a proxy for.
    server.on('upgrade', (_request, socket) => socket.destroy());
    server.on('clientError', (_error, socket) => socket.destroy());
    server.listen(0, host);
    await once(server, 'listening');
    this.#servers.add(server);
    return (server.address() as AddressInfo).port;
  }

  /** Whose request it is, if it may make another one. */
  #passOf({ headers }: IncomingMessage): OpenPass | null {
    const given = /^Basic ([\w+/=]+)$/.exec(headers['proxy-authorization'] ?? '')?.[1] ?? '';
    const [username = '', password = ''] = Buffer.from(given, 'base64').toString().split(':');
    const pass = this.#passes.get(username);
    const [known, asked] = [Buffer.from(pass?.password ?? ''), Buffer.from(password)];
    return pass && known.length === asked.length && timingSafeEqual(known, asked) ? pass : null;
  }

  #forward(request: IncomingMessage, reply: ServerResponse): void {
    const pass = this.#passOf(request);
    if (!pass) {
      reply.writeHead(407, { 'proxy-authenticate': 'Basic realm="pages"' }).end();
      return;
    }
    reply.on('error', () => reply.destroy());
    this.#send(request, reply, pass).catch((error: unknown) => {
      this.#tell(error);
      if (!reply.headersSent) reply.writeHead(403);
      reply.end();
    });
  }

  async #send(request: IncomingMessage, reply: ServerResponse, pass: OpenPass): Promise<void> {
    const url = new URL(request.url ?? '', 'invalid://');
    if (url.protocol !== 'http:' || !METHODS.includes(request.method ?? '')) return void reply.writeHead(400).end();
    const socket = await this.#connect(url, pass);
    const headers = Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.includes(name));
    const sent = http.request({
      createConnection: () => socket,
      method: request.method ?? 'GET',
      path: url.pathname + url.search,
      headers: { ...Object.fromEntries(headers), host: url.host, connection: 'close' },
    });
    // Before its response, it rejects below; after it, its response fails as well. Without a listener, the process ends.
    sent.on('error', () => {});
    this.#count(pass, request);
    request.pipe(sent);
    const [response] = (await once(sent, 'response', { signal: pass.signal })) as [IncomingMessage];
    const kept = Object.entries(response.headers).filter(([name]) => !HOP_BY_HOP.includes(name));
    reply.writeHead(response.statusCode ?? 502, Object.fromEntries(kept));
    response.on('error', () => reply.destroy());
    this.#count(pass, response);
    response.pipe(reply);
  }

  #tunnel(request: IncomingMessage, client: Duplex, head: Buffer): void {
    client.on('error', () => client.destroy());
    const pass = this.#passOf(request);
    if (!pass) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="pages"\r\n\r\n');
      return;
    }
    const open = async () => {
      const socket = await this.#connect(new URL(`http://${request.url}`), pass);
      pass.sockets.add(client);
      client.on('close', () => {
        pass.sockets.delete(client);
        socket.destroy();
      });
      socket.on('close', () => client.destroy());
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      socket.write(head);
      this.#count(pass, socket);
      this.#count(pass, client);
      client.pipe(socket).pipe(client);
    };
    open().catch((error: unknown) => {
      this.#tell(error);
      client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
  }

  /** A connection without TLS: a browser encrypts by itself, and the certificate is its to check. */
  async #connect(url: URL, pass: OpenPass): Promise<Socket> {
    if (pass.left.requests <= 0) throw this.#spend(pass);
    pass.left.requests -= 1;
    const socket = await guardedConnect(url, this.#guard, pass.signal);
    if (pass.signal.aborted) socket.destroy();
    pass.sockets.add(socket);
    socket.on('close', () => pass.sockets.delete(socket));
    return socket;
  }

  #count(pass: OpenPass, passing: Readable): void {
    passing.on('data', ({ length }: Buffer) => {
      pass.left.bytes -= length;
      if (pass.left.bytes < 0) this.#spend(pass);
    });
  }

  #spend(pass: OpenPass): Error {
    pass.isSpent = true;
    for (const socket of pass.sockets) socket.destroy();
    return Object.assign(new Error('the page asks for too much'), { name: 'TimeoutError' });
  }

  /** What the network or the guards say is expected; anything else is a bug. */
  #tell(error: unknown): void {
    const { name } = error as Error;
    const isExpected = name === 'AbortError' || error instanceof TypeError || reasonOf(error) !== null;
    if (!isExpected) this.#errors.report(error, 'pass on a request of the browser');
  }
}
