import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http';
import { createServer } from 'node:net';

/**
 * Ports below those that systems hand out by themselves, apart for every test worker: a port that was free a moment ago
 * may be taken by a neighbour before its process listens, and the neighbour would then be taken for ours.
 */
const SPAN = 5_000;
const worker = Number(process.env.VITEST_POOL_ID ?? 0) % 4;
let next = (process.pid * 37) % SPAN;

export async function testPort(): Promise<number> {
  for (;;) {
    next = (next + 1) % SPAN;
    const port = 10_000 + worker * SPAN + next;
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Something else on that port, which answers everything with 200; rejects when the port is taken. */
export async function listen(port: number, onRequest = (_request: IncomingMessage) => {}): Promise<Server> {
  const server = createHttpServer((request, response) => {
    onRequest(request);
    response.writeHead(200).end('{}');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}
/** Frees its port, whoever is connected. */
export const close = (server: Server) =>
  new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
