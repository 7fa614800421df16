import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engineGroupsByName } from '../../lib/config/config-engines.ts';
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
/** The engines that found at least one of the results. */
const finders = (body: { results: { engines: { label: string }[] }[] }) => [
  ...new Set(body.results.flatMap(({ engines }) => engines.map(({ label }) => label))),
];

const TABS: [tab: string, q: string, sources: string[]][] = [
  ['web', 'linux', ['Tavily', 'You.com', 'Keenable', 'Marginalia', 'Mwmbl', 'Wikipedia']],
  ['images', 'mountain', ['Tavily', 'Openverse', 'Wikipedia']],
  ['news', 'climate', ['Tavily', 'You.com', 'GDELT', 'Hacker News']],
  ['videos', 'climate change', ['Sepia Search', 'Dailymotion', 'Wikipedia']],
];

test.each(TABS)('%s comes from at least three sources, each in another slot', async (tab, q, sources) => {
  const { status, body } = await search(tab, q);
  expect(status).toBe(200);
  expect(body.engine).toEqual(['engine_a', 'engine_b', 'engine_c']);
  for (const source of sources) expect(asked(body)).toMatchObject({ [source]: 'ok' });
  expect(finders(body)).toEqual(expect.arrayContaining(sources));
});

describe('while one service is spent, every tab has two sources, and the status says who is spent until when', () => {
  /** One operator, one limit: Commons is a part of the wikipedia engine. */
  const standIns = (slug: string) => (slug === 'wikipedia' ? ['wikipedia', 'commons'] : [slug]);

  test.each([...(engineGroupsByName.keyless ?? [])])('%s', async (spent) => {
    for (const standIn of standIns(spent)) {
      await app.knobs(standIn, { status: 429, headers: { 'retry-after': '600' } });
    }
    const before = Date.now();
    for (const [tab, q] of TABS) {
      const { status, body } = await search(tab, q);
      expect([tab, status]).toEqual([tab, 200]);
      expect(finders(body).length, tab).toBeGreaterThanOrEqual(2);
    }
    const { providers } = (await app.get('/api/v1/status/?detail=full')).body;
    const paused = providers.filter(({ group, open_until }: Record<string, string>) => group === 'web' && open_until);
    expect(paused.map(({ slug }: { slug: string }) => slug.split('.')[1])).toEqual([spent]);
    expect(Date.parse(paused[0].open_until)).toBeGreaterThan(before + 500_000);
  });
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

test('a request asks more than ten engines, and Node.js takes those who listen for its client for no leak', async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  const many = await TestApp.start({
    env: { ENGINES: 'keyless', ENGINE_C: 'wikipedia+stackexchange+papers+code' },
  });
  process.on('warning', onWarning);
  const { body } = await many.get('/api/v1/web/?q=linux&detail=full');
  await new Promise(setImmediate);
  process.off('warning', onWarning);
  await many.stop();
  const calls = body.engines.filter(({ outcome }: { outcome: string }) => outcome !== 'skipped');
  expect(calls.length).toBeGreaterThan(10);
  expect(warnings).toEqual([]);
});
