import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answering, linking, shop } from '../harness/made-sites.ts';
import { PageServer } from '../harness/page-server.ts';
import { redisContents } from '../harness/redis-contents.ts';
import { addWebs } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

let app: TestApp;
let site: PageServer;
let off: number;
beforeAll(async () => {
  site = await PageServer.start();
  site.serveAll(answering(shop(30, 10)));
  app = await TestApp.start({ env: { EXTRACT_ALLOW: '127.0.0.1', API_THROTTLE_SUSTAINED: 'off' } });
  ({ off } = await addWebs(app, { off: { EXTRACT: 'off' } }));
});
afterAll(async () => {
  await app?.stop();
  await site?.close();
});
beforeEach(() => app.reset());

const PATH = '/api/v1/map/';
const post = (body: unknown) =>
  app.get(PATH, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

describe('a map', () => {
  test('has the pages of a site', async () => {
    const { status, body } = await app.get(`${PATH}?url=${site.url}`);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['url', 'links', 'has_more', 'failed']);
    expect([body.url, body.links.length, body.has_more, body.failed]).toEqual([site.url, 34, false, []]);
    expect(body.links[0]).toEqual({ url: `${site.url}/`, title: 'A shop' });
  });

  test('is made from JSON as well, with words, paths and a limit', async () => {
    const { body } = await post({
      url: site.url,
      q: 'product 17',
      include: ['/product/*'],
      limit: 2,
      subdomains: true,
    });
    expect(body.links[0].url).toBe(`${site.url}/product/17`);
    expect([body.links.length, body.has_more]).toEqual([2, true]);
  });

  test('counts as one search, and as none if the site may not be asked', async () => {
    const used = async () => (await app.get('/api/v1/key/')).body.usage.searches;
    const before = await used();
    await post({ url: site.url });
    expect((await used()) - before).toBe(1);
    const refused = await post({ url: 'http://127.0.0.2/' });
    expect([refused.status, refused.body.links]).toEqual([200, []]);
    // What was charged is given back once the reply has gone.
    await expect.poll(used).toBe(before + 1);
    expect(refused.body.failed).toEqual([
      { url: 'http://127.0.0.2/', reason: 'its host does not exist or may not be read' },
    ]);
  });

  test.each([
    [{}, { url: ['This field is required.'] }],
    [{ url: 'example.org' }, { url: ['Use an http:// or https:// address.'] }],
    [{ url: 'https://a.example/', limit: 50_001 }, { limit: ['Use a number from 1 to 50000.'] }],
    [
      { url: 'https://a.example/', include: [''] },
      { include: ['Use paths such as /blog/**, of at most 200 characters.'] },
    ],
    [{ url: 'https://a.example/', exclude: Array(21).fill('/a') }, { exclude: ['Give at most 20 paths.'] }],
    [{ url: 'https://a.example/', subdomains: 'perhaps' }, { subdomains: ['Use true or false.'] }],
  ])('is refused for %j', async (body, problems) => {
    const reply = await post(body);
    expect([reply.status, reply.body]).toEqual([400, problems]);
  });

  test('needs that pages are read', async () => {
    const reply = await app.get(`${PATH}?url=${site.url}`, { web: off });
    expect([reply.status, reply.body.detail]).toEqual([
      503,
      'Reading pages is switched off on this instance (EXTRACT=off).',
    ]);
  });

  test('leaves no address in Redis in clear, and none in the log', async () => {
    site.serve('/unique-secret-page', linking('A'));
    await post({ url: `${site.url}/unique-secret-page` });
    expect(site.countOf('/unique-secret-page')).toBe(1);
    expect(await redisContents(app.client)).not.toContain('unique-secret-page');
    for (const { output } of [...app.webs, ...app.workers]) expect(output).not.toContain('unique-secret-page');
  });
});
