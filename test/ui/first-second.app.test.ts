import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readUsage, usagePeriod } from '../../lib/limits/usage.ts';
import { cannedAnswers } from '../harness/canned-answers.ts';
import { untilAnswersAreLoaded, untilEveryEngineAnswers } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { Visitor } from '../harness/visitor.ts';

let app: TestApp;
let cookie: string;

beforeAll(async () => {
  app = await TestApp.start({ env: { REQUEST_DEADLINE_MS: '20000' } });
  cookie = `${(await Visitor.signedIn(app, 'ada')).cookie}; tributary_tz=UTC`;
  await untilEveryEngineAnswers(app);
  await untilAnswersAreLoaded(app);
});
afterAll(() => app?.stop());
afterEach(() => app.reset());

const ENGINES = ['brave', 'mojeek', 'marginalia'] as const;

/** What happens when a page has this for the first time. */
type Step = readonly [has: string, act: () => Promise<unknown>];

/** A page as it comes. Each step waits for a text, and then lets the next upstream go: nothing depends on time. */
async function coming(path: string, steps: readonly Step[], more: Record<string, string> = {}, web = 0) {
  const reply = await fetch(`${app.urls[web]}${path}`, { headers: { cookie, ...more } });
  expect(reply.status).toBe(200);
  let html = '';
  const ahead = [...steps];
  const decoder = new TextDecoder();
  for await (const bytes of reply.body ?? []) {
    html += decoder.decode(bytes, { stream: true });
    for (let [step] = ahead; step && html.includes(step[0]); [step] = ahead) {
      ahead.shift();
      await step[1]();
    }
  }
  expect(ahead.map(([has]) => has)).toEqual([]);
  return html;
}

const fail = (upstream: string) => app.knobs(upstream, { status: 500 });
const heal = () => app.healUpstreams();
/** The states of a page and its content, in the order in which they came. */
const statesIn = (html: string) => {
  const states = [...html.matchAll(/<template data-state>(.*?)<\/template>/gs)].map(([, state = '']) => state);
  return [...states, /<div class="settled">(.*)/s.exec(html)?.[1] ?? ''];
};
/** A line about the engines in a state: the stylesheet hides a note once anything follows it. */
const seen = (line: string) => `<p class="engines" role="status">${line}</p>`;
const resultsIn = (html: string) => [...html.matchAll(/<li data-result="([^"]+)"/g)].map(([, key]) => key);

describe('while all engines hang', () => {
  test.each([
    ['/?q=linux', 'en', 'Asking three engines…'],
    ['/?q=linux', 'de', 'Drei Suchmaschinen werden gefragt …'],
    ['/?q=linux&engine=engine_a', 'en', 'Asking one engine…'],
    // Mojeek and Marginalia have no images.
    ['/?q=retriever&tab=images', 'en', 'Asking one engine…'],
  ])('%s in %s says: %s', async (path, language, note) => {
    await app.hold(...ENGINES);
    const html = await coming(path, [[note, heal]], { 'accept-language': language });
    expect(html.indexOf('id="q"')).toBeLessThan(html.indexOf(note));
    expect(html.indexOf(note)).toBeLessThan(html.indexOf('data-result='));
  });

  test('a visitor who runs no scripts gets the page whole, with the status of the search', async () => {
    await app.hold(...ENGINES);
    const [session = ''] = cookie.split(';');
    const reply = fetch(`${app.urls[0]}/?q=linux`, { headers: { cookie: session } });
    // Somebody else's page has said by then what it waits for.
    await coming('/?q=redis', [['Asking three engines…', () => Promise.all(ENGINES.map(fail))]]);
    expect((await reply).status).toBe(503);
  });

  test('places are searched for', async () => {
    await app.hold('nominatim', 'photon');
    expect(await coming('/?q=paris&tab=maps', [['Searching for places…', heal]])).toContain('class="places"');
  });

  test('an instant answer is shown without them', async () => {
    await app.hold(...ENGINES);
    const html = await coming('/?q=6*7', [['data-answer=', heal]]);
    const [first = ''] = statesIn(html);
    expect(resultsIn(first)).toEqual([]);
    expect(first).toContain(seen('Asking three engines…'));
  });

  test('if they fail in the end, the page says so, and the search is not counted', async () => {
    const { month } = usagePeriod(new Date());
    const used = async () => (await readUsage(app.client, { username: 'ada' }, month)).searches;
    const before = await used();
    await app.hold(...ENGINES);
    const html = await coming('/?q=failing', [['Asking three engines…', () => Promise.all(ENGINES.map(fail))]]);
    expect(html).toContain('No search engine answered.');
    await expect.poll(used).toBe(before);
  });
});

describe('engines of unequal speed', () => {
  test('each list is merged; the last is the order of all', async () => {
    await app.hold('marginalia');
    const found = 'aria-label="Found by"><li>Brave</li><li>Mojeek';
    const html = await coming('/?q=linux', [[found, heal]]);
    expect(html.indexOf('Asking more engines…')).toBeLessThan(html.indexOf(found));
    const whole = await coming('/?q=linux', []);
    expect(resultsIn(statesIn(html).at(-1) ?? '')).toEqual(resultsIn(whole));
  });

  test('one engine makes a list when the time of the others is up', async () => {
    await app.hold('mojeek', 'marginalia');
    const html = await coming('/?q=linux', [['Asking more engines…', heal]]);
    expect(statesIn(html)[0]).not.toContain('<li>Mojeek');
  });

  test('who waits for all engines sees one list', async () => {
    await app.hold('mojeek', 'marginalia');
    const waiting = `${cookie}; tributary_preferences=waitForAll%3Don`;
    const html = await coming('/?q=linux', [['Asking two engines…', heal]], { cookie: waiting });
    expect(html).not.toContain('<template');
  });
});

describe('a slot with stages', () => {
  const STAGED = 1;
  const path = '/?q=linux&engine=engine_a';
  const finds = (...hosts: string[]) => {
    const rows = hosts.map((host) => ({ title: host, url: `https://${host}.example/`, desc: 'A page.' }));
    return cannedAnswers.mojeek(app, rows);
  };
  beforeAll(() => app.addWeb({ ENGINE_A: 'mojeek > brave', ENGINE_A_ENOUGH: '2', ENGINE_B: 'marginalia' }));

  test.each([
    ['en', 'Asking one engine…', 'Asking Brave next…'],
    ['de', 'Eine Suchmaschine wird gefragt …', 'Als Nächstes gefragt: Brave …'],
  ])(
    'says in %s whom it asks next, with the little that was found, then has the list of all',
    async (language, note, next) => {
      await app.hold('mojeek', 'brave');
      const steps: Step[] = [
        [note, () => finds('one')],
        [next, async () => {}],
        ['data-result="https://one.example/"', () => app.knobs('brave', {})],
      ];
      const html = await coming(path, steps, { 'accept-language': language }, STAGED);
      const states = statesIn(html);
      const all = states.pop() ?? '';
      const asking = states.filter((state) => state.includes(seen(next)));
      expect(resultsIn(asking.at(-1) ?? '')).toEqual(['https://one.example/']);
      expect(resultsIn(all).length).toBeGreaterThan(5);
      expect(all).not.toContain(next);
    },
  );

  test('says it also if the first failed, before there is a list', async () => {
    await app.hold('mojeek', 'brave');
    const steps: Step[] = [
      ['Asking one engine…', () => fail('mojeek')],
      [seen('Asking Brave next…'), heal],
    ];
    const html = await coming(path, steps, {}, STAGED);
    expect(resultsIn(statesIn(html)[0] ?? '')).toEqual([]);
    expect(resultsIn(html).length).toBeGreaterThan(5);
  });

  test('does not say it if the first found enough', async () => {
    await app.hold('mojeek', 'marginalia');
    const steps: Step[] = [
      ['Asking two engines…', () => finds('one', 'two')],
      ['Asking more engines…', () => app.knobs('marginalia', {})],
    ];
    expect(await coming('/?q=linux&engine=engine_a,engine_b', steps, {}, STAGED)).not.toContain('next…');
  });
});

describe('an instant answer that is late', () => {
  test.each([
    ['weather in hamburg', 'weather', ['open-meteo']],
    ['250 chf in jpy', 'currency', ['frankfurter']],
    ['define river', 'dictionary', ['dictionary']],
  ])('%s has its place in the first list, and takes it', async (q, family, services) => {
    await app.hold('marginalia', ...services);
    const place = `data-family="${family}"`;
    const html = await coming(`/?q=${encodeURIComponent(q)}`, [
      [place, () => Promise.all(services.map((service) => app.knobs(service, {})))],
      ['data-answer=', heal],
    ]);
    const [first = '', second = ''] = statesIn(html);
    expect(first.indexOf(place)).toBeLessThan(first.indexOf('data-result='));
    expect(second).not.toContain(place);
    expect(second.indexOf('data-answer=')).toBeLessThan(second.indexOf('data-result='));
  });
});
