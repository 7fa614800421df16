import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../harness/processes.ts';
import { addWebs, newAccount, searchesOf, untilFailureIsRecorded } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

const PATH = '/api/v1/suggest/';
/** Every provider of suggestions, in the default order of `SUGGEST`. */
const PROVIDERS = ['brave', 'duckduckgo', 'wikipedia', 'searxng'] as const;

let app: TestApp;
/** `pair` has so much time that a provider that is slow for a moment still answers before the next one is called. */
let webs: Record<'pair' | 'reversed' | 'off' | 'keyless' | 'unconfigured', number>;
beforeAll(async () => {
  app = await TestApp.start({ env: { API_THROTTLE_SUSTAINED: 'off' } });
  webs = await addWebs(app, {
    pair: { SUGGEST: 'brave,duckduckgo' },
    reversed: { SUGGEST: 'duckduckgo, brave' },
    off: { SUGGEST: 'off' },
    keyless: { BRAVE_SUGGEST_API_KEY: '', SUGGEST: 'brave,duckduckgo,wikipedia' },
    unconfigured: { SUGGEST: 'brave', BRAVE_SUGGEST_API_KEY: '' },
  });
});
afterAll(() => app?.stop());
beforeEach(() => app.reset());

const get = (q: string, options: Parameters<TestApp['get']>[1] = {}) =>
  app.get(`${PATH}?q=${encodeURIComponent(q)}`, options);

/** Fetches a good reply and checks every field. */
async function complete(q: string, options: Parameters<TestApp['get']>[1] = {}) {
  const reply = await get(q, options);
  expect(reply.status, reply.text).toBe(200);
  expect(Object.keys(reply.body)).toEqual(['query', 'suggestions']);
  const suggestions = reply.body.suggestions as string[];
  expect(suggestions.every((text) => typeof text === 'string' && text !== '')).toBe(true);
  expect(suggestions.length).toBeLessThanOrEqual(10);
  expect(new Set(suggestions.map((text) => text.toLowerCase())).size).toBe(suggestions.length);
  return { ...reply, suggestions, outcomes: TestApp.outcomes(reply) };
}

/** Makes a provider suggest these texts, in its wire format. */
const wire = {
  brave: (texts: readonly unknown[]) => ({ type: 'suggest', results: texts.map((query) => ({ query })) }),
  duckduckgo: (texts: readonly unknown[]) => ['', texts],
  wikipedia: (texts: readonly unknown[]) => ['', texts, [], []],
  searxng: (texts: readonly unknown[]) => ['', texts],
};
const canned = (upstream: keyof typeof wire, texts: readonly unknown[]) =>
  app.knobs(upstream, { status: 200, body: JSON.stringify(wire[upstream](texts)) });
const called = async () => {
  const counts = await Promise.all(PROVIDERS.map(async (name) => [name, (await app.calls(name)).length] as const));
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
};

describe('suggestions', () => {
  test('complete the typed text', async () => {
    for (const q of ['node', 'clima', 'git un']) {
      const { body, suggestions } = await complete(q);
      expect(body.query).toBe(q);
      expect(suggestions.length).toBeGreaterThan(0);
      for (const text of suggestions) expect(text).toContain(q);
    }
  });

  test('are at most ten, unique, never the typed text, and plain text', async () => {
    await canned('brave', [
      'Tributary',
      '  tributary ',
      'tributary river',
      'Tributary  River',
      '<b>tributary</b> &amp; stream',
      'tributary\u0000 bay',
      7,
      null,
      '',
      ['x'],
      ...Array.from({ length: 20 }, (_, i) => `tributary ${i}`),
    ]);
    expect((await complete('tributary')).suggestions).toEqual([
      'tributary river',
      'tributary & stream',
      'tributary bay',
      ...Array.from({ length: 7 }, (_, i) => `tributary ${i}`),
    ]);
  });

  test('are requested in the caller’s language', async () => {
    for (const upstream of ['brave', 'duckduckgo'] as const) await canned(upstream, []);
    await app.get(`${PATH}?q=berl&lang=de-AT`);
    expect((await app.calls('brave'))[0]?.query).toMatchObject({ q: 'berl', lang: 'de' });
    expect((await app.calls('duckduckgo'))[0]?.query).toMatchObject({ q: 'berl', kl: 'at-de' });
    expect((await app.calls('wikipedia'))[0]?.path).toBe('/de/w/api.php');
  });

  test('come from the cache the second time', async () => {
    const web = webs.pair;
    const first = await complete('climate', { web });
    expect(first.outcomes).toEqual({ brave: 'ok' });
    for (let i = 0; i < 2; i++) {
      const again = await complete('climate', { web });
      expect(again.outcomes).toEqual({ brave: 'cached' });
      expect(again.body).toEqual(first.body);
    }
    expect(await called()).toEqual({ brave: 1 });
  });

  test('are cached per language', async () => {
    await complete('berlin', { web: webs.pair });
    const german = await app.get(`${PATH}?q=berlin&lang=de`, { web: webs.pair });
    expect(TestApp.outcomes(german)).toEqual({ brave: 'ok' });
  });
});

/** Retries with further queries, because on a busy machine the 800 ms may pass before the next provider can answer. */
async function untilAnswered(queries: readonly string[], options?: Parameters<typeof complete>[1]) {
  let reply = await complete(queries[0] as string, options);
  for (const query of queries.slice(1)) {
    if (reply.suggestions.length > 0) break;
    reply = await complete(query, options);
  }
  return reply;
}

describe('the providers', () => {
  test('are called in the order of SUGGEST until one answers', async () => {
    expect((await complete('python', { web: webs.pair })).outcomes).toEqual({ brave: 'ok' });
    expect(await called()).toEqual({ brave: 1 });
    await app.forgetCalls();
    expect((await complete('berlin', { web: webs.reversed })).outcomes).toEqual({ duckduckgo: 'ok' });
    expect(await called()).toEqual({ duckduckgo: 1 });
    // Brave is first by default.
    expect((await complete('javascript')).outcomes).toMatchObject({ brave: 'ok' });
  });

  test('without their key are left out', async () => {
    expect((await complete('rust', { web: webs.keyless })).outcomes).toEqual({ duckduckgo: 'ok' });
    expect(await called()).toEqual({ duckduckgo: 1 });
  });

  test.each([
    ['fails', { status: 500 }, 'error'],
    ['refuses our key', { status: 401 }, 'error'],
    ['limits us', { status: 429 }, 'rate_limited'],
    ['talks nonsense', { mode: 'garbage' as const }, 'error'],
    ['sends a web page', { mode: 'html' as const }, 'error'],
    ['is of another shape', { status: 200, body: '{"results":"none"}' }, 'error'],
    ['cuts the connection', { mode: 'reset' as const }, 'error'],
  ])('are replaced by the next when one %s', async (_, knobs, outcome) => {
    await app.knobs('brave', knobs);
    const { suggestions, outcomes } = await complete('linux c', { web: webs.pair });
    expect(outcomes).toEqual({ brave: outcome, duckduckgo: 'ok' });
    expect(suggestions).toContain('linux commands');
    await untilFailureIsRecorded(app, 'brave', 'suggest');
  });

  test('are replaced by the next when one has no suggestions, or only the typed text', async () => {
    await canned('brave', []);
    const nothing = await complete('solar', { web: webs.pair });
    expect(nothing.outcomes).toEqual({ brave: 'ok', duckduckgo: 'ok' });
    expect(nothing.suggestions).toContain('solar system');
    await canned('brave', ['Git', ' GIT ']);
    const itself = await complete('git', { web: webs.pair });
    expect(itself.outcomes).toEqual({ brave: 'ok', duckduckgo: 'ok' });
    expect(itself.suggestions).toContain('git rebase');
  });

  test('are replaced by the next when one or two hang', async () => {
    await app.knobs('brave', { mode: 'hang' });
    const second = await untilAnswered(['docker c', 'docker co'], { web: webs.pair });
    expect(second.suggestions).toContain('docker compose');
    expect(second.outcomes).toEqual({ duckduckgo: 'ok' });
    await app.knobs('duckduckgo', { mode: 'drip' });
    const third = await untilAnswered(['berlin t', 'berlin']);
    expect(third.suggestions.length).toBeGreaterThan(0);
    expect(third.outcomes.wikipedia ?? third.outcomes.searxng).toBe('ok');
    expect(third.outcomes).not.toMatchObject({ brave: 'ok' });
  });

  test('that all fail give an empty list, which counts as a search', async () => {
    const { key } = await newAccount(app);
    for (const upstream of PROVIDERS) await app.knobs(upstream, { status: 500 });
    const { suggestions, outcomes } = await complete('sqlite', { key });
    expect(suggestions).toEqual([]);
    expect(outcomes).toEqual({ brave: 'error', duckduckgo: 'error', wikipedia: 'error', searxng: 'error' });
    expect(await searchesOf(app, key)).toBe(1);
  });

  test('that all hang give an empty list', async () => {
    for (const upstream of PROVIDERS) await app.knobs(upstream, { mode: 'hang' });
    const { suggestions, outcomes } = await complete('nginx');
    expect(suggestions).toEqual([]);
    expect(outcomes).toEqual({ brave: 'timeout', duckduckgo: 'timeout', wikipedia: 'timeout', searxng: 'timeout' });
  });

  test('that are not configured give an empty list without a call', async () => {
    for (const web of [webs.off, webs.unconfigured]) {
      const reply = await complete('node', { web });
      expect(reply.suggestions).toEqual([]);
      expect(reply.outcomes).toEqual({});
    }
    expect(await called()).toEqual({});
  });

  test('are called again after a failure, which is not cached', async () => {
    await app.knobs('brave', { status: 500, times: 1 });
    const web = webs.pair;
    expect((await complete('postgresql', { web })).outcomes).toEqual({ brave: 'error', duckduckgo: 'ok' });
    expect((await complete('postgresql', { web })).outcomes).toEqual({ brave: 'ok' });
  });
});

describe('breakers', () => {
  const status = async (slug: string, group: string) =>
    (await app.get('/api/v1/status/')).body.providers.find(
      (row: Record<string, string>) => row.slug === slug && row.group === group,
    );
  const refusal = { status: 422, body: '{"error":{"code":"SUBSCRIPTION_TOKEN_INVALID"}}' };

  test('a refused suggestion key does not suspend Brave’s searches', async () => {
    await app.knobs('brave', refusal);
    await complete('vim', { web: webs.pair });
    await app.knobs('brave', {});
    await eventually('the key is known to be broken', async () => (await status('brave', 'suggest')).state === 'down');
    await app.refreshHealth();
    await app.forgetCalls();
    expect((await complete('regex', { web: webs.pair })).outcomes).toEqual({ brave: 'suspended', duckduckgo: 'ok' });
    expect(await called()).toEqual({ duckduckgo: 1 });
    expect(TestApp.outcomes(await app.search('linux unsuspended')).engine_a).toBe('ok');
    expect((await status('engine_a', 'web')).state).toBe('up');
  });

  test('a refused search key does not suspend Brave’s suggestions', async () => {
    await app.knobs('brave', refusal);
    expect(TestApp.outcomes(await app.search('linux refused')).engine_a).toBe('error');
    await eventually('the key is known to be broken', async () => (await status('engine_a', 'web')).state === 'down');
    await app.knobs('brave', {});
    expect((await complete('kubernetes', { web: webs.pair })).outcomes).toEqual({ brave: 'ok' });
  });
});

test('every 200 counts as a search, a bad parameter does not', async () => {
  const { key } = await newAccount(app);
  await complete('debian', { key });
  await complete('debian', { key });
  await complete('debian', { key, web: webs.off });
  expect((await app.get(PATH, { key })).status).toBe(400);
  expect((await app.get(`${PATH}?q=a&lang=en_US`, { key })).status).toBe(400);
  expect(await searchesOf(app, key)).toBe(3);
});
