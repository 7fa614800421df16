import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';
import { Visitor } from '../harness/visitor.ts';

let app: TestApp;
let cookie: string;

beforeAll(async () => {
  app = await TestApp.start({ env: { API_THROTTLE_BURST: '8/hour', REQUEST_DEADLINE_MS: '20000' } });
  cookie = (await Visitor.signedIn(app, 'ada')).cookie;
});
afterAll(() => app?.stop());
afterEach(() => app.reset());

/** A page as it comes: what was there before the upstreams were let go, and all of it. */
async function inParts(
  path: string,
  isEnough: (html: string) => boolean,
  accept = '*/*',
): Promise<Record<'early' | 'whole', string>> {
  const reply = await fetch(`${app.urls[0]}${path}`, { headers: { cookie, accept } });
  expect(reply.status).toBe(200);
  let [early, whole] = ['', ''];
  const decoder = new TextDecoder();
  for await (const bytes of reply.body ?? []) {
    whole += decoder.decode(bytes, { stream: true });
    if (early !== '' || !isEnough(whole)) continue;
    early = whole;
    await app.healUpstreams();
  }
  return { early, whole };
}

test('what is above the results is sent when the first engine has answered, and the results in their place', async () => {
  await app.hold('mojeek', 'marginalia');
  const { early, whole } = await inParts('/?q=linux', (html) => html.includes('</fieldset>'));
  // The stylesheets, so that browsers load them meanwhile, and the box with the query.
  expect(early).toMatch(/<link rel="stylesheet" href="\/static\/search\.[^"]+\.css"/);
  expect(early).toContain('value="linux"');
  expect(early).not.toContain('class="result"');
  expect(whole.startsWith(early)).toBe(true);
  expect(whole).toContain('class="result"');
  expect(whole).not.toContain('<template');
  expect(whole.indexOf('class="result"')).toBeLessThan(whole.indexOf('class="foot"'));
  expect(whole.endsWith('</main></body></html>')).toBe(true);
});

test('a browser without scripts is told whom the page waits for, while no engine answers', async () => {
  await app.hold('brave', 'mojeek', 'marginalia');
  const isAsking = (html: string) => html.includes('class="engines asking"');
  const { early, whole } = await inParts('/?q=hanging', isAsking, 'text/html,application/xhtml+xml,*/*;q=0.8');
  expect(early).toContain('value="hanging"');
  expect(early).not.toContain('<template');
  expect(whole.startsWith(early)).toBe(true);
  expect(whole).toContain('class="foot"');
});

test('a page whose engines all fail is a 503, also if its start was prepared', async () => {
  for (const engine of ['brave', 'mojeek', 'marginalia']) await app.knobs(engine, { status: 500 });
  const reply = await fetch(`${app.urls[0]}/?q=failing`, { headers: { cookie } });
  expect(reply.status).toBe(503);
  expect(await reply.text()).toContain('No search engine answered.');
});

test('a refused search reads the cache, but asks nobody and shows nothing', async () => {
  const { cookie: eves } = await Visitor.signedIn(app, 'eve');
  const search = (q: string) => fetch(`${app.urls[0]}/?q=${q}`, { headers: { cookie: eves } });
  const last = await eventually('the limit is reached', async () => {
    const reply = await search('linux');
    const text = await reply.text();
    return reply.status === 429 && text;
  });
  expect(last).not.toContain('class="result"');
  await app.forgetCalls();
  expect((await search('something+new')).status).toBe(429);
  expect(await app.calls('brave')).toEqual([]);
});
