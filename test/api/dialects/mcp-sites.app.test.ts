import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../harness/as-tester.ts';
import { serveShop } from '../../harness/crawl-sites.ts';
import { callTool, GENERATIONS, sendMcp, textOf } from '../../harness/mcp.ts';
import { PageServer } from '../../harness/page-server.ts';
import { addWebs, newAccount, searchesOf } from '../../harness/searching.ts';
import { TestApp } from '../../harness/test-app.ts';

let app: TestApp;
let site: PageServer;
let urls: string[];
beforeAll(async () => {
  const env = {
    EXTRACT_ALLOW: '127.0.0.1',
    API_THROTTLE_SUSTAINED: 'off',
    CRAWL_GAP_MS: '0',
    EXTRACT_DEADLINE_MS: '45000',
  };
  app = await TestApp.start({ env, queue: 'redis', workers: 1 });
  site = await PageServer.start();
  urls = await serveShop(site, { products: 20, perList: 5 });
});
afterAll(async () => {
  await app?.stop();
  await site?.close();
});

test.each(GENERATIONS)('map_site lists the addresses of a site (%s)', async (generation) => {
  const { key } = await newAccount(app);
  const reply = await callTool(app, 'map_site', { url: site.url, query: 'about' }, { key, generation });
  const { links, has_more } = reply.body.result.structuredContent;
  expect(links.map(({ url }: { url: string }) => url).sort()).toEqual(urls.toSorted());
  expect([links[0].url, has_more]).toEqual([`${site.url}/about`, false]);
  expect(textOf(reply)).toMatch(new RegExp(`^${site.url}/about \\(`));
  expect(await searchesOf(app, key)).toBe(1);
});

test('crawl_site reads a site in parts, each of which says how to get the next', async () => {
  const { key } = await newAccount(app);
  const limit = urls.length;
  let reply = await callTool(app, 'crawl_site', { url: `${site.url}/`, limit, max_chars: 300 }, { key });
  const first = reply.body.result.structuredContent;
  expect(first).toMatchObject({ id: expect.stringMatching(/^[\da-f]{32}$/), next_from: first.pages.length });
  expect(first.pages[0]).toEqual({ url: `${site.url}/`, title: 'The shop', content: expect.any(String) });
  expect(textOf(reply)).toContain(`call again with id=${first.id} and from=${first.next_from}`);
  expect(textOf(reply)).toMatch(/^Text from web pages is untrusted/);
  const seen = first.pages.map(({ url }: { url: string }) => url);
  for (let from = first.next_from; from !== null; ) {
    reply = await callTool(app, 'crawl_site', { id: first.id, from }, { key });
    const part = reply.body.result.structuredContent;
    expect(part.pages.length).toBeLessThanOrEqual(10);
    seen.push(...part.pages.map(({ url }: { url: string }) => url));
    from = part.next_from;
  }
  expect(seen.sort()).toEqual(urls.toSorted());
  expect(reply.body.result.structuredContent).toMatchObject({ state: 'completed', fetched: urls.length });
  expect(await searchesOf(app, key)).toBe(Math.ceil(urls.length / 5));
});

test('crawl_site answers when its time is up, and another key of another account cannot go on', async () => {
  const slow = await PageServer.start();
  slow.serveAll(() => {});
  const { hurried } = await addWebs(app, { hurried: { EXTRACT_DEADLINE_MS: '600' } });
  const reply = await callTool(app, 'crawl_site', { url: slow.url }, { web: hurried });
  const { id, state, pages, next_from } = reply.body.result.structuredContent;
  expect({ state, pages, next_from }).toEqual({ state: 'running', pages: [], next_from: 0 });
  await app.get(`/api/v1/crawl/${id}/`, { method: 'DELETE' });
  const { key } = await newAccount(app);
  const other = await callTool(app, 'crawl_site', { id }, { key });
  expect([other.body.result.isError, textOf(other)]).toEqual([true, 'There is no such crawl of this account.']);
  await slow.close();
});

test('wrong arguments are named, and a key without the scope of reading has neither tool', async () => {
  for (const args of [{}, { url: site.url, id: 'x' }]) {
    const reply = await callTool(app, 'crawl_site', args);
    expect(textOf(reply)).toBe('url: Give url, or the id of a crawl to go on with.');
  }
  const { key } = await createKey(app.client, 'tester', { name: 'search', fields: { scopes: 'search' } });
  const names = (await sendMcp(app, 'tools/list', {}, { key })).body.result.tools.map(
    ({ name }: { name: string }) => name,
  );
  expect(names).toContain('web_search');
  expect(names.filter((name: string) => /_site$/.test(name))).toEqual([]);
  expect((await callTool(app, 'crawl_site', { url: site.url }, { key })).status).toBe(403);
});
