import { describe, expect, test } from 'vitest';
import { differences, keys, sample, useSandbox } from './asking.ts';

const { get, post } = useSandbox();

interface Row {
  title: string;
  url: string;
  engine: string;
  publishedDate?: string | null;
  length?: unknown;
  metadata?: string;
  source?: string;
}
interface Body {
  results: Row[];
  suggestions: string[];
  corrections: string[];
  infoboxes: { infobox: string; urls: { title: string; url: string }[] }[];
  unresponsive_engines: [string, string][];
}

const ask = (q: string, parameters: Record<string, string | number> = {}) =>
  get<Body>('/searxng/search', { q, format: 'json', ...parameters });

describe('on the wire', () => {
  test.each([
    ['images', 'golden retriever'],
    ['news', 'climate change'],
    ['videos', 'climate change'],
  ])('%s have the keys of the real service', async (categories, q) => {
    const { body } = await ask(q, { categories });
    const wanted = sample(`searxng-${categories}`) as Body;
    expect(differences(body, wanted)).toEqual({ missing: [], invented: [] });
  });

  test('a general answer has the keys of the real service, but no instant answers', async () => {
    const { body } = await ask('climate change');
    const { missing, invented } = differences(body, sample('searxng-general'));
    expect(missing.filter((key) => !key.startsWith('.answers'))).toEqual([]);
    // An official website is marked as such.
    expect(invented).toEqual(['.infoboxes[].urls[].official']);
  });

  test('rows of typed and of older engines come mixed', async () => {
    const news = (await ask('climate change', { categories: 'news' })).body.results;
    expect(new Set(news.map((row) => keys(row).length)).size).toBe(2);
    expect(news.some(({ metadata }) => /\| \S/.test(metadata ?? ''))).toBe(true);
    expect(news.some(({ source }) => source)).toBe(true);
    const videos = (await ask('climate change', { categories: 'videos' })).body.results;
    expect(new Set(videos.map(({ length }) => typeof length))).toEqual(new Set(['string', 'number']));
  });
});

test('an answer carries related queries, corrections, an infobox and who did not answer', async () => {
  const { body } = await ask('climate change');
  expect(body.results[0]?.title).toContain('Climate change');
  expect(body.suggestions).toContain('climate change causes');
  expect(body.infoboxes[0]?.infobox).toBe('Climate change');
  expect(body.unresponsive_engines.length).toBeGreaterThan(0);
  expect((await ask('climat chnage')).body.corrections).toEqual(['climate change']);
  expect((await ask('climate change', { pageno: 2 })).body.infoboxes).toEqual([]);
});

test.each(['general', 'images', 'news', 'videos'])('%s: nothing for what it does not know', async (categories) => {
  const { status, body } = await ask('qwrtzpsdfg', { categories });
  expect(status).toBe(200);
  expect(body.results).toEqual([]);
});

test('pages follow one another, time ranges and safe search filter, and a form may ask too', async () => {
  const [first, second] = await Promise.all(
    [1, 2].map(async (pageno) => (await ask('climate change', { categories: 'news', pageno })).body.results),
  );
  expect(first).toHaveLength(20);
  expect(second?.some(({ url }) => first?.some((row) => row.url === url))).toBe(false);
  const fresh = (await ask('climate change', { categories: 'news', time_range: 'day' })).body.results;
  expect(fresh.length).toBeGreaterThan(0);
  for (const { publishedDate } of fresh) {
    if (publishedDate) expect(Date.now() - Date.parse(`${publishedDate}Z`)).toBeLessThan(86_400_000);
  }
  expect((await ask('nude', { categories: 'images', safesearch: 0 })).body.results.length).toBeGreaterThan(0);
  expect((await ask('nude', { categories: 'images', safesearch: 2 })).body.results).toEqual([]);
  const form = await post<Body>('/searxng/search', 'q=redis&format=json');
  expect(form.body.results.length).toBeGreaterThan(0);
});

test('suggestions come as a list, or as OpenSearch knows them', async () => {
  const list = await get<string[]>('/searxng/autocompleter', { q: 'clim' }, { 'x-requested-with': 'XMLHttpRequest' });
  expect(list.body[0]).toMatch(/^climate/);
  const open = await get<[string, string[]]>('/searxng/autocompleter', { q: 'clim' });
  expect(open.headers.get('content-type')).toBe('application/x-suggestions+json');
  expect(open.body[1]).toEqual(list.body);
  expect(keys(open.body)).toEqual(keys(sample('searxng-autocompleter-opensearch')));
});

test('tells that it is well and what it has', async () => {
  expect(await get('/searxng/healthz')).toMatchObject({ status: 200, body: 'OK' });
  expect((await get<{ engines: { name: string }[] }>('/searxng/config')).body.engines.length).toBeGreaterThan(5);
});

describe('refuses', () => {
  test('any other format, with a page', async () => {
    const { status, headers } = await get('/searxng/search', { q: 'redis' });
    expect(status).toBe(403);
    expect(headers.get('content-type')).toBe('text/html');
  });

  test('no query', async () => {
    expect(await ask('')).toMatchObject({ status: 400, body: sample('searxng-error') });
  });

  test.each([
    ['pageno', '0'],
    ['time_range', 'decade'],
    ['safesearch', '3'],
    ['language', 'english'],
  ])('%s=%s', async (name, value) => {
    const { status, body } = await ask('redis', { [name]: value });
    expect(status).toBe(400);
    expect(body).toEqual({ error: `Invalid value "${value}" for parameter ${name}` });
  });
});
