import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import { afterAll, afterEach } from 'vitest';
import { readExtract } from '../../lib/config/config-extract.ts';
import { settingsReader } from '../../lib/config/settings-reader.ts';
import { Deadline } from '../../lib/deadline.ts';
import type { HostLookup } from '../../lib/net/host-lookup.ts';
import { PageFailure } from '../../lib/net/page-failure.ts';
import { makeSeal } from '../../lib/seal.ts';
import { PageFetcher, type PageRequest } from '../../workers/pages/page-fetcher.ts';
import { PageThreads } from '../../workers/pages/page-threads.ts';
import { testErrors } from './health.ts';
import { redisForSuite } from './redis.ts';

/** A server on loopback that stands in for a site, or for a service that nobody may reach. */
export interface Site {
  port: number;
  /** Its address, such as `http://127.0.0.1:41234`. */
  url: string;
  /** Connections so far. */
  connections: number;
  /** Connections that are open. */
  open: Set<Socket>;
}

const servers: Server[] = [];
const sockets = new Set<Socket>();

async function started(server: Server, host: string, atPort = 0): Promise<Site> {
  servers.push(server);
  server.listen(atPort, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const site: Site = {
    port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    connections: 0,
    open: new Set(),
  };
  server.on('connection', (socket: Socket) => {
    site.connections += 1;
    site.open.add(socket);
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      site.open.delete(socket);
      sockets.delete(socket);
    });
  });
  return site;
}

/** A site that answers by a function of Node's. */
export function httpSite(answer: RequestListener, host = '127.0.0.1', port?: number): Promise<Site> {
  return started(createHttpServer(answer), host, port);
}

/** The same in TLS. */
export async function httpsSite(certificate: SecureContextOptions, answer: RequestListener): Promise<Site> {
  const site = await started(createHttpsServer(certificate, answer), '127.0.0.1');
  return { ...site, url: site.url.replace('http:', 'https:') };
}

/** A site that does with a connection what it likes, once the request has come, or `atOnce`. */
export function rawSite(
  answer: (socket: Socket, request: string) => void,
  atOnce: (socket: Socket) => void = () => {},
): Promise<Site> {
  const server = createServer((socket) => {
    atOnce(socket);
    socket.once('data', (request) => answer(socket, String(request)));
  });
  return started(server, '127.0.0.1');
}

/** Writes a little every now and then, as long as the connection lives. */
export function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 50);
  socket.on('close', () => clearInterval(timer));
}

/** Fetchers for one test file, with a real Redis. Closes them, and the sites, when the file has ended. */
export async function pageFetching() {
  const redis = await redisForSuite();
  const fetchers: PageFetcher[] = [];
  const { errors, output } = testErrors();
  const threads = new PageThreads({ redis, errors });
  afterEach(async () => {
    for (const fetcher of fetchers.splice(0)) await fetcher.close();
  });
  afterAll(async () => {
    await threads.close();
    for (const server of servers.splice(0)) server.close();
    for (const socket of sockets) socket.destroy();
  });
  /** A fetcher with settings, which ignores robots.txt unless they say otherwise. */
  function fetcherWith(env: Record<string, string> = {}, lookup?: HostLookup, others = {}): PageFetcher {
    const problems: string[] = [];
    const extract = readExtract(settingsReader({ EXTRACT_ROBOTS: 'off', ...env }, problems));
    if (problems.length > 0) throw new Error(problems.join());
    const secret = { load: async () => makeSeal('a secret for tests') };
    const userAgent = 'Tributary/0.1 (ops@example.org)';
    const given = { extract, userAgent, redis, secret, errors, threads, ...others };
    const fetcher = new PageFetcher({ ...given, ...(lookup ? { lookup } : {}) });
    fetchers.push(fetcher);
    return fetcher;
  }
  return { redis, errors, threads, errorLog: output, fetcherWith };
}

/** A request for a page. */
export function pageRequest(url: string, others: Partial<PageRequest> = {}): PageRequest {
  return { url, account: 'ann', deadline: Deadline.in(10_000), ...others };
}

/** The page as text, or the reason of the failure. */
export async function read(fetcher: PageFetcher, url: string, others?: Partial<PageRequest>): Promise<string> {
  try {
    const page = await fetcher.fetch(pageRequest(url, others));
    return page.notModified ? 'not modified' : page.body.toString();
  } catch (error) {
    if (error instanceof PageFailure) return `failed: ${error.reason}`;
    throw error;
  }
}
