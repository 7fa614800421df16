import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../harness/processes.ts';
import { addWebs } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { Person } from '../ui/person.ts';

const ENGINES = ['brave', 'searxng', 'serper', 'kagi'] as const;

let app: TestApp;
let webs: Record<'withMojeek' | 'kagi', number>;
beforeAll(async () => {
  // The related searches of the search page are suggestions, which Brave has as well.
  app = await TestApp.start({
    env: { ENGINE_A: 'brave', ENGINE_B: 'searxng', ENGINE_C: 'serper', SUGGEST: 'duckduckgo' },
  });
  webs = await addWebs(app, { withMojeek: { ENGINE_C: 'mojeek' }, kagi: { ENGINE_C: 'kagi' } });
  // The first search of an engine takes long, because the sandbox builds its index.
  await eventually('every engine answers', async () => {
    const outcomes = TestApp.outcomes(await app.search('warm up'));
    return Object.values(outcomes).every((outcome) => outcome === 'ok' || outcome === 'cached');
  });
});
afterAll(() => app?.stop());
beforeEach(async () => {
  await app.reset();
  await app.forgetCalls();
});

const get = async (path: string, web = 0) => {
  const reply = await app.get(`/api/v1/${path}`, { web });
  expect(reply.status, reply.text).toBe(200);
  return reply;
};
/** The number of calls that each engine received, without engines that received none. */
const calls = async (): Promise<Record<string, number>> => {
  const counts = await Promise.all(ENGINES.map(async (engine) => [engine, (await app.calls(engine)).length] as const));
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
};
/** A quick engine may have answered the first request before a busy machine gets to the second. */
const answersSlowly = (engine: string) => app.knobs(engine, { delayMs: 500 });
const ONCE = { brave: 1, searxng: 1, serper: 1 };
const TWICE = { brave: 2, searxng: 2, serper: 2 };

describe('a web search and the cards of the same query cause one upstream request per engine', () => {
  test('at the same time', async () => {
    await Promise.all(ENGINES.slice(0, 3).map(answersSlowly));
    const [, cards] = await Promise.all([get('web/?q=paris'), get('cards/?q=paris')]);
    expect(cards.body.infobox).toMatchObject({ title: 'Paris', engine: 'engine_a' });
    expect(await calls()).toEqual(ONCE);
  });

  test('the search first', async () => {
    await get('web/?q=paris&lang=de&safe=off');
    const cards = await get('cards/?q=paris&lang=de&safe=off');
    expect(cards.body.infobox).toMatchObject({ title: 'Paris', engine: 'engine_a' });
    expect(TestApp.outcomes(cards)).toMatchObject({ engine_a: 'cached', engine_b: 'cached', engine_c: 'cached' });
    expect(await calls()).toEqual(ONCE);
  });

  test('the cards first', async () => {
    await get('cards/?q=paris');
    const search = await get('web/?q=paris');
    expect(search.body.results.length).toBeGreaterThan(0);
    expect(TestApp.outcomes(search)).toEqual({ engine_a: 'cached', engine_b: 'cached', engine_c: 'cached' });
    expect(await calls()).toEqual(ONCE);
  });

  test('at Kagi, whose infobox has only a text', async () => {
    await answersSlowly('kagi');
    const [, cards] = await Promise.all([
      get('web/?q=paris&engine=engine_c', webs.kagi),
      get('cards/?q=paris&engine=engine_c', webs.kagi),
    ]);
    expect(cards.body.infobox).toMatchObject({ title: 'Paris', engine: 'engine_c', attributes: [] });
    expect(await calls()).toEqual({ kagi: 1 });
  });

  test('on the search page', async () => {
    const ada = await Person.signedIn(app, 'ada');
    await eventually('the page shows an infobox', async () => (await ada.get('/?q=Linux')).html.includes('<dt>'));
    expect(await calls()).toEqual(ONCE);
  });
});

describe('a web search and cards that differ are separate requests', () => {
  test.each([
    ['the language', 'web/?q=paris&lang=de', 'cards/?q=paris&lang=fr'],
    ['safe search', 'web/?q=paris&safe=off', 'cards/?q=paris'],
    ['the page', 'web/?q=paris&page=2', 'cards/?q=paris'],
  ])('%s', async (_, search, cards) => {
    await Promise.all([get(search), get(cards)]);
    expect(await calls()).toEqual(TWICE);
  });
});

describe('the cards', () => {
  test('skip an engine without infoboxes and do not call it', async () => {
    const cards = await get('cards/?q=paris', webs.withMojeek);
    expect(TestApp.outcomes(cards)).toMatchObject({ engine_a: 'ok', engine_b: 'ok', engine_c: 'skipped' });
    expect(await app.calls('mojeek')).toEqual([]);
  });
});
