import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page as a site sends it. */
export interface SentPage {
  contentType: string;
  body: Uint8Array;
}

/** Starts a server on loopback. */
export async function listen(handler: RequestListener, host = '127.0.0.1'): Promise<Server> {
  const server = createServer(handler).listen(0, host);
  await once(server, 'listening');
  return server;
}

/** The address of a server. */
export function urlOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  return `http://${address}:${port}`;
}

/**
 * Sites on loopback with the same pages, by number: page 7 is at `/7` of each. There are several, because workers make two
 * requests to a host at a time, so that one host would measure that limit.
 */
export function pageSites(
  hosts: number,
  pageAt: (number: number) => SentPage | undefined,
  { headers = {}, delayMs }: { headers?: Record<string, string>; delayMs?: (number: number) => number } = {},
): Promise<Server[]> {
  const handler: RequestListener = ({ url = '' }, reply) => {
    const number = Number(url.slice(1));
    const page = pageAt(number);
    if (!page) return void reply.writeHead(404).end();
    const send = () => reply.writeHead(200, { 'content-type': page.contentType, ...headers }).end(page.body);
    if (delayMs) setTimeout(send, delayMs(number));
    else send();
  };
  return Promise.all(Array.from({ length: hosts }, (_, at) => listen(handler, `127.0.0.${at + 2}`)));
}
