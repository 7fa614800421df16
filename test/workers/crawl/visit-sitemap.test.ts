import { expect, test } from 'vitest';
import { Deadline } from '../../../lib/deadline.ts';
import { readSitemapAnswer } from '../../../workers/crawl/visit-sitemap.ts';

const turn = { account: 'tester', deadline: Deadline.in(60_000) };
const page = (depth: number) => ({ url: 'https://a.example/sitemap.xml', depth, lists: 0, hops: [] });
const answer = { status: 200, headers: {}, body: Buffer.from('<sitemapindex/>') };
/** Reads a sitemap that names so many others. */
const naming = (count: number, depth = 1) => {
  const sitemaps = Array.from({ length: count }, (_, at) => `https://a.example/part-${at}.xml`);
  const threads = { run: async () => ({ pages: [], sitemaps }) as never };
  return readSitemapAnswer(answer, page(depth), { threads }, turn);
};

// A crawl of which something is lost ends as `partial`: `crawl-exact.app.test.ts`.
test('of a sitemap that names more than 500 others, 500 are read, and the rest is lost', async () => {
  const all = await naming(500);
  expect([all.sitemaps.length, all.lost]).toEqual([500, false]);
  const more = await naming(502);
  expect([more.sitemaps.length, more.sitemaps.at(-1)?.url, more.lost]).toEqual([
    500,
    'https://a.example/part-499.xml',
    true,
  ]);
});

test('sitemaps of sitemaps of sitemaps are lost', async () => {
  expect((await naming(2, 2)).sitemaps).toHaveLength(2);
  expect(await naming(2, 3)).toEqual({ pages: [], sitemaps: [], lost: true });
});
