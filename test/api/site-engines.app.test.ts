import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestApp } from '../harness/test-app.ts';

/** Engines that search one site. */
let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ env: { ENGINE_A: 'stackexchange', ENGINE_B: 'mediawiki', ENGINE_B_NAME: 'ArchWiki' } });
});
afterAll(() => app?.stop());

async function find(params: string): Promise<{ url: string; title: string; description: string; age: string }[]> {
  const reply = await app.get(`/api/v1/web/?${params}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.results;
}

test('Stack Exchange finds each question once, with its age', async () => {
  const results = await find('q=undo+git+commit&engine=engine_a');
  expect(results).toContainEqual(
    expect.objectContaining({
      url: 'https://stackoverflow.com/q/927358',
      title: 'How do I undo the most recent local commits in Git?',
      age: expect.stringMatching(/ago$/),
    }),
  );
  expect(new Set(results.map(({ title }) => title)).size).toBe(results.length);
  expect(results.map(({ description }) => description).join()).not.toMatch(/<|&hellip;/);
  expect(await find('q=undo+git+commit&engine=engine_a&date=d')).toEqual([]);
});

test('a wiki is found under its own addresses and by the name of its slot', async () => {
  const [first] = await find('q=new+york+city&engine=engine_b');
  expect(first).toMatchObject({
    url: 'https://wiki.example.org/title/New_York_City',
    title: 'New York City',
    age: '',
    source_label: 'ArchWiki',
  });
});
