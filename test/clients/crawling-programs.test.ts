import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveShop } from '../harness/crawl-sites.ts';
import { PageServer } from '../harness/page-server.ts';
import { type PageReadingApp, pageReadingApp } from '../harness/read-pages.ts';
import { newAccount } from '../harness/searching.ts';
import { CRAWLERS, json } from './replayed-programs.ts';

let reading: PageReadingApp;
let key = '';
beforeAll(async () => {
  reading = await pageReadingApp({ CRAWL_GAP_MS: '0' }, 'redis');
  key = (await newAccount(reading.app)).key;
});
afterAll(() => reading?.stop());

/** More than a reply has, so that programs go on at `next`. */
const PRODUCTS = 104;
const PAGES_OF_A_REPLY = 100;

test.each(CRAWLERS)(
  '$name reads a site',
  async ({ path: address, body, status, isWaiting, read, followsNext }) => {
    const site = await PageServer.start();
    const urls = await serveShop(site, { products: PRODUCTS, perList: 26 });
    const base = `${reading.app.urls[0]}/compat/`;
    const headers = { ...json, authorization: `Bearer ${key}` };
    const ask = async (url: string, sent?: object) => {
      const reply = await fetch(url, { headers, ...(sent && { method: 'POST', body: JSON.stringify(sent) }) });
      expect(reply.status).toBe(200);
      // biome-ignore lint/suspicious/noExplicitAny: programs read what they want to be there.
      return (await reply.json()) as any;
    };
    const { success, id } = await ask(base + address, { ...body, url: `${site.url}/` });
    expect(success).toBe(true);
    const look = () => ask(base + status + id);
    await expect.poll(async () => isWaiting((await look()).status), { timeout: 60_000, interval: 500 }).toBe(false);
    const pages: [url: unknown, text: unknown][] = [];
    let part = await look();
    let parts = 1;
    expect(part.status).toBe('completed');
    for (;;) {
      pages.push(...read(part));
      if (!followsNext || !('next' in part)) break;
      part = await ask(part.next);
      parts += 1;
    }
    const addresses = pages.map(([url]) => url as string);
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(parts).toBe(followsNext ? 2 : 1);
    // One that does not go on has what the first reply has.
    if (followsNext) expect(addresses.sort()).toEqual(urls.sort());
    else expect([addresses.length, addresses.filter((url) => !urls.includes(url))]).toEqual([PAGES_OF_A_REPLY, []]);
    for (const [, text] of pages) expect(text).not.toBe('');
    await site.close();
  },
  120_000,
);
