import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';

/** A site that is made up: what it has at each path, as a page, or as a body with its type. */
export type MadeSite = Record<string, string | { type: string; body: string | Buffer }>;

/** Answers for a site, and notes what it is asked for. */
export function answering(site: MadeSite, asked: string[] = []): RequestListener {
  return (request, reply) => {
    asked.push(request.url ?? '');
    const found = site[request.url ?? ''];
    if (found === undefined) return reply.writeHead(404, { 'content-type': 'text/html' }).end('<p>Nothing here.</p>');
    const { type, body } = typeof found === 'string' ? { type: 'text/html; charset=utf-8', body: found } : found;
    return reply.writeHead(200, { 'content-type': type }).end(body);
  };
}

/** A page with links. */
export const linking = (title: string, ...links: [href: string, text: string][]) =>
  `<!doctype html><html><head><title>${title}</title></head><body>${links
    .map(([href, text]) => `<a href="${href}">${text}</a>`)
    .join(' ')}</body></html>`;

/** A shop whose products are on numbered lists, without a sitemap: `perList` on each of them. */
export function shop(products: number, perList: number): MadeSite {
  const lists = Math.ceil(products / perList);
  const list = (number: number) => (number === 1 ? '/products' : `/products?page=${number}`);
  const site: MadeSite = { '/': linking('A shop', ['/products', 'Products']) };
  for (let number = 1; number <= lists; number += 1) {
    const own = Array.from({ length: perList }, (_, at) => (number - 1) * perList + at + 1).filter(
      (id) => id <= products,
    );
    const near = [number - 1, number + 1, 1, lists].filter((other) => other >= 1 && other <= lists && other !== number);
    site[list(number)] = linking(
      `Products, page ${number}`,
      ...own.map((id): [string, string] => [`/product/${id}`, `Product ${id}`]),
      ...near.map((other): [string, string] => [list(other), String(other)]),
    );
  }
  for (let id = 1; id <= products; id += 1) site[`/product/${id}`] = linking(`Product ${id}`, ['/', 'Home']);
  return site;
}

/** A sitemap of addresses. */
export const sitemapOf = (urls: readonly string[], isPacked = false) => {
  const body = `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
  return { type: 'application/xml', body: isPacked ? gzipSync(body) : body };
};
