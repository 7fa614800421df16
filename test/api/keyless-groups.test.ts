import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { TestApp } from '../harness/test-app.ts';

/** `ENGINES=keyless`: every slot holds a group of engines that need no account. */
let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({
    env: {
      ENGINES: 'keyless',
      BRAVE_API_KEY: '',
      MOJEEK_API_KEY: '',
      MARGINALIA_API_KEY: '',
      // Longer than a busy machine takes: which engine finds something is tested, not how fast.
      REQUEST_DEADLINE_MS: '20000',
    },
  });
});
afterAll(() => app?.stop());
beforeEach(() => app.reset());

const search = (tab: string, q: string) => app.get(`/api/v1/${tab}/?q=${encodeURIComponent(q)}&detail=full`);
const asked = (body: { engines: { label: string; outcome: string }[] }) =>
  Object.fromEntries(body.engines.map(({ label, outcome }) => [label, outcome]));

test.each([
  ['web', 'linux', ['engine_a', 'engine_b', 'engine_c'], ['Marginalia', 'Mwmbl', 'Wikipedia']],
  ['images', 'mountain', ['engine_b', 'engine_c'], ['Openverse', 'Wikipedia']],
  ['news', 'climate', ['engine_a', 'engine_c'], ['GDELT', 'Hacker News']],
  ['videos', 'climate change', ['engine_b', 'engine_c'], ['Sepia Search', 'Wikipedia']],
])('%s comes from at least two sources', async (tab, q, slots, sources) => {
  const { status, body } = await search(tab, q);
  expect(status).toBe(200);
  expect(body.engine).toEqual(slots);
  for (const source of sources) expect(asked(body)).toMatchObject({ [source]: 'ok' });
  const finders = new Set(
    body.results.flatMap((result: { engines: { label: string }[] }) => result.engines.map(({ label }) => label)),
  );
  for (const source of sources) expect([...finders]).toContain(source);
});

test('a result names the engines that found it, and its slot', async () => {
  const { body } = await search('web', 'linux');
  for (const { source, source_label, engines } of body.results) {
    const slots = [...new Set(engines.map(({ engine }: { engine: string }) => engine))];
    expect(source).toBe(slots.length === 1 ? slots[0] : slots.length === 2 ? 'both' : 'all');
    expect(source_label).toBe(engines.map(({ label }: { label: string }) => label).join(', '));
  }
});

test('every engine of a group has its own entry in Server-Timing and in the status list', async () => {
  const reply = await search('news', 'climate');
  expect(TestApp.outcomes(reply)).toMatchObject({
    'engine_a.gdelt': 'ok',
    'engine_a.marginalia': 'skipped',
    'engine_c.hackernews': 'ok',
  });
  const { providers } = (await app.get('/api/v1/status/')).body;
  const slugs = providers.map(({ slug }: { slug: string }) => slug);
  expect(slugs).toContain('engine_b.mwmbl');
  expect(new Set(slugs).size).toBe(slugs.length);
});

test('one engine of a group that fails leaves the others', async () => {
  await app.knobs('hackernews', { status: 500 });
  const reply = await search('web', 'linux kernel');
  expect(reply.body.engine).toContain('engine_c');
  expect(asked(reply.body)).toMatchObject({ 'Hacker News': 'error', Wikipedia: 'ok' });
});
