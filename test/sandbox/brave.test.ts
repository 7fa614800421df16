import { describe, expect, test } from 'vitest';
import { differences, sample, useSandbox } from './asking.ts';

const { get } = useSandbox();

interface Row {
  title: string;
  url: string;
  page_age?: string;
  source?: string;
  thumbnail: { src: string };
  properties: { url: string };
}
interface Body {
  query: { original: string; altered?: string };
  results: Row[];
  infobox?: { results: { title: string; website_url?: string; attributes: [string, string][] }[] };
  error: { code: string; meta: { errors: { loc: string[] }[] } };
}

const ask = (kind: string, parameters: Record<string, string | number>, token = 'x') =>
  get<Body>(`/brave/res/v1/${kind}/search`, parameters, { 'x-subscription-token': token });
const daysOld = ({ page_age = '' }: Row) => (Date.now() - Date.parse(`${page_age}Z`)) / 86_400_000;

describe('on the wire', () => {
  test('images, news, videos and suggestions have the keys of the real service', async () => {
    const images = await ask('images', { q: 'golden retriver', count: 200 });
    expect(differences(images.body, sample('brave-images'))).toEqual({ missing: [], invented: [] });
    const news = await ask('news', { q: 'climate change', count: 50 });
    expect(differences(news.body, sample('brave-news'))).toEqual({ missing: [], invented: [] });
    const videos = await ask('videos', { q: 'climate change', count: 50 });
    expect(differences(videos.body, sample('brave-videos'))).toEqual({ missing: [], invented: [] });
    const suggestions = await ask('suggest', { q: 'node' });
    expect(differences(suggestions.body, sample('brave-suggest'))).toEqual({ missing: [], invented: [] });
  });

  test('an infobox has the keys of the real service', async () => {
    const { body } = await ask('web', { q: 'eiffel tower', result_filter: 'web,infobox' });
    const wanted = (sample('brave-web') as Body).infobox;
    expect(differences(body.infobox, wanted)).toEqual({ missing: [], invented: [] });
  });
});

describe('finds', () => {
  test.each([
    ['images', 'great wave', 'The Great Wave off Kanagawa by Hokusai'],
    ['images', 'solar panels roof', 'Solar panels on a roof'],
    ['news', 'roman coins', 'Roman coins found in a field'],
    ['news', 'postgresql', 'PostgreSQL gains asynchronous I/O improvements'],
    ['videos', 'building eiffel tower', 'Building the Eiffel Tower'],
    ['videos', 'sourdough starter', 'How to feed a sourdough starter'],
  ])('%s of %s: %s', async (kind, q, title) => {
    expect((await ask(kind, { q })).body.results[0]?.title).toBe(title);
  });

  test.each(['images', 'news', 'videos', 'suggest'])('nothing among %s for what it does not know', async (kind) => {
    expect((await ask(kind, { q: 'qwrtzpsdfg' })).body.results).toEqual([]);
  });

  test('what was meant by a misspelt query', async () => {
    const { body } = await ask('images', { q: 'golden retriver' });
    expect(body.query).toMatchObject({ original: 'golden retriver', altered: 'golden retriever' });
    expect(body.results[0]?.title).toMatch(/golden retriever/i);
  });

  test('pages in the language that is asked for first', async () => {
    const top = async (lang: string) => (await ask('videos', { q: 'paris', search_lang: lang })).body.results[0]?.title;
    expect(await top('fr')).toBe('Visiter Paris en deux jours');
    expect(await top('en')).not.toBe('Visiter Paris en deux jours');
  });
});

describe('filters', () => {
  test('flagged images are shown only when safe search is off', async () => {
    const titles = async (safesearch: string) =>
      (await ask('images', { q: 'nude', safesearch })).body.results.map(({ title }) => title);
    expect((await titles('off')).length).toBeGreaterThan(1);
    expect(await titles('strict')).toEqual([]);
  });

  test.each([
    ['pd', 1],
    ['pw', 7],
    ['pm', 31],
    ['py', 365],
  ])('freshness %s gives what is at most %d days old', async (freshness, days) => {
    for (const kind of ['news', 'videos']) {
      const { results } = (await ask(kind, { q: 'climate change', count: 50, freshness })).body;
      expect(results.length).toBeGreaterThan(0);
      for (const row of results) expect(daysOld(row)).toBeLessThan(days + 0.01);
    }
  });

  test('a range of dates gives what lies in it', async () => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const { results } = (await ask('news', { q: 'climate', count: 50, freshness: `${day(20)}to${day(5)}` })).body;
    expect(results.length).toBeGreaterThan(0);
    for (const row of results) {
      expect(daysOld(row)).toBeGreaterThan(4);
      expect(daysOld(row)).toBeLessThan(22);
    }
  });

  test('pages follow one another without overlap', async () => {
    for (const kind of ['news', 'videos']) {
      const [first, second] = await Promise.all(
        [0, 1].map(async (offset) => (await ask(kind, { q: 'climate change', count: 10, offset })).body.results),
      );
      expect(first).toHaveLength(10);
      expect(second?.length).toBeGreaterThan(0);
      expect(second?.some(({ url }) => first?.some((row) => row.url === url))).toBe(false);
    }
  });
});

describe('an infobox', () => {
  const infoboxFor = async (q: string, result_filter = 'web,query,infobox') =>
    (await ask('web', { q, result_filter })).body.infobox?.results[0];

  test.each([
    ['Albert Einstein', 'Albert Einstein'],
    ['who was albert einstein', 'Albert Einstein'],
    ['python', 'Python (programming language)'],
    ['climat change', 'Climate change'],
  ])('comes for %s', async (q, title) => {
    expect((await infoboxFor(q))?.title).toBe(title);
  });

  test('comes only when it is asked for and the query names the thing', async () => {
    expect(await infoboxFor('Albert Einstein', 'web,query')).toBeUndefined();
    expect(await infoboxFor('albert einstein violin lessons')).toBeUndefined();
  });
});

describe('refuses', () => {
  test('a missing or wrong key', async () => {
    expect((await get<Body>('/brave/res/v1/images/search', { q: 'a' })).body.error.code).toBe(
      'SUBSCRIPTION_TOKEN_INVALID',
    );
    const { status, body } = await ask('news', { q: 'a' }, 'bad-key');
    expect(status).toBe(422);
    expect(body.error.code).toBe('SUBSCRIPTION_TOKEN_INVALID');
  });

  test.each([
    ['images', 'safesearch', 'moderate'],
    ['images', 'count', '201'],
    ['news', 'count', '51'],
    ['videos', 'offset', '10'],
    ['news', 'freshness', 'pq'],
    ['web', 'country', 'XX'],
    ['web', 'result_filter', 'web,images'],
    ['suggest', 'count', '21'],
    ['suggest', 'lang', 'xx'],
  ])('%s with %s=%s', async (kind, name, value) => {
    const { status, body } = await ask(kind, { q: 'a', [name]: value });
    expect(status).toBe(422);
    expect(body.error.code).toBe('VALIDATION');
    expect(body.error.meta.errors[0]?.loc).toEqual(['query', name]);
  });
});
