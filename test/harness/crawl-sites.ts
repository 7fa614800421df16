import { afterAll } from 'vitest';
import { PageServer } from './page-server.ts';

/** Sites for crawls, whose pages are known. */

/** Starts sites for the tests of a file. They are closed after whatever the file itself starts. */
export function siteMaker(): (host?: string) => Promise<PageServer> {
  const sites: PageServer[] = [];
  afterAll(async () => {
    for (const site of sites) await site.close();
  });
  return async (host) => {
    const site = await PageServer.start(host);
    sites.push(site);
    return site;
  };
}

/** The settings with which sites on loopback may be crawled, as fast as they answer. */
export function crawlEnv(more: Record<string, string> = {}): Record<string, string> {
  return { EXTRACT_ALLOW: '127.0.0.1', API_THROTTLE_SUSTAINED: 'off', CRAWL_GAP_MS: '0', ...more };
}

/** A page with a text of its own and links. */
export function pageWith(title: string, links: readonly string[], text = `This is all about ${title}.`): string {
  const list = links.map((link) => `<li><a href="${link}">${link.slice(-20)}</a></li>`).join('');
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>
    <p>${text} It has a few more words, so that it is a page that somebody would read.</p><ul>${list}</ul></main></body></html>`;
}

/** Products behind pages of a list, each of which links to its neighbours by number. */
export async function serveShop(
  site: PageServer,
  { products, perList }: { products: number; perList: number },
): Promise<string[]> {
  const lists = Math.ceil(products / perList);
  const addressOf = (list: number) => (list === 1 ? '/list' : `/list?page=${list}`);
  site.serve('/', pageWith('The shop', ['/list', '/about']));
  site.serve('/about', pageWith('About the shop', ['/']));
  const urls = [site.url, `${site.url}/about`].map((url) => (url === site.url ? `${url}/` : url));
  for (let list = 1; list <= lists; list += 1) {
    const own = Array.from({ length: perList }, (_, at) => (list - 1) * perList + at + 1).filter((n) => n <= products);
    for (const product of own) {
      urls.push(site.serve(`/product/${product}`, pageWith(`Product ${product}`, ['/', addressOf(list)])));
    }
    const near = [list - 1, list, list + 1].filter((at) => at >= 1 && at <= lists);
    const numbers = near.map((at) => `<a href="${addressOf(at)}">${at}</a>`).join(' ');
    const page = pageWith(
      `List ${list}`,
      own.map((product) => `/product/${product}`),
    );
    urls.push(site.serve(addressOf(list), page.replace('</main>', `<nav>${numbers}</nav></main>`)));
  }
  return urls;
}
