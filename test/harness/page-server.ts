import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SiteClock } from './site-clock.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A web server on loopback whose pages a test decides, and that tells which were asked for. */
export class PageServer {
  readonly asked: IncomingMessage[] = [];
  /** Notes when each request came, if somebody wants to know. */
  clock: SiteClock | undefined;
  readonly #pages = new Map<string, Answer>();
  #otherwise: Answer | undefined;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.asked.push(request);
      this.clock?.note();
      const answer = this.#pages.get(request.url ?? '') ?? this.#otherwise;
      if (answer) answer(request, response);
      else response.writeHead(404, { 'content-type': 'text/html' }).end('<p>Nothing here.</p>');
    });
  }

  /** `host` is an address of loopback. Each counts as a host of its own. */
  static async start(host = '127.0.0.1'): Promise<PageServer> {
    const server = new PageServer();
    await new Promise<void>((resolve) => server.#server.listen(0, host, resolve));
    return server;
  }

  get url(): string {
    const { address, port } = this.#server.address() as AddressInfo;
    return `http://${address}:${port}`;
  }

  /** Serves a page at a path, and returns its address. */
  serve(path: string, answer: string | Answer, headers: Record<string, string> = {}): string {
    const asText: Answer = (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(answer as string);
    this.#pages.set(path, typeof answer === 'string' ? asText : answer);
    return this.url + path;
  }

  /** Serves the same at every other path. */
  serveAll(answer: Answer): void {
    this.#otherwise = answer;
  }

  /** How often a path was asked for. */
  countOf(path: string): number {
    return this.asked.filter(({ url }) => url === path).length;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** An article with enough text to be one. */
export function article(title: string, text: string): string {
  const paragraph = `${text} It goes on for a while, so that nobody takes it for a caption, and then it comes to an end.`;
  return `<!doctype html><html lang="en"><head><title>${title}</title>
    <meta name="description" content="About ${title}"><meta name="author" content="Ada Lovelace">
    <meta property="article:published_time" content="2026-05-04"><meta property="og:site_name" content="The Site"></head>
    <body><nav><a href="/">Home</a> <a href="/about">About</a></nav>
    <article><h1>${title}</h1><p>${paragraph}</p><h2>More</h2><p>${paragraph} See <a href="/next">the next page</a>.</p>
    <p><img src="/picture.png" alt="A picture"></p></article><footer>Imprint</footer></body></html>`;
}
