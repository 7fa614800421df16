import { describe, expect, test } from 'vitest';
import { differences, keys, sample, useSandbox } from './asking.ts';

const { post } = useSandbox();

describe('Kagi', () => {
  interface Row {
    url: string;
    title: string;
    time?: string;
    props: Record<string, unknown>;
  }
  interface Body {
    data: { search?: Row[]; image?: Row[]; news?: Row[]; video?: Row[]; infobox?: Row[]; related_search?: Row[] };
    error?: { code: string; location: string | null }[];
  }
  const ask = (body: unknown, authorization = 'Bearer x') => post<Body>('/kagi/api/v1/search', body, { authorization });

  test('has the keys of the real service', async () => {
    const { body } = await ask({ query: 'climate change' });
    expect(differences(body, sample('kagi-search')).missing).toEqual(
      // Pages of the corpus have no pictures.
      ['.data.search[].image', '.data.search[].image.height', '.data.search[].image.url', '.data.search[].image.width'],
    );
  });

  test('answers each workflow under its own key', async () => {
    expect((await ask({ query: 'rust' })).body.data.search?.[0]?.url).toContain('rust');
    const [image] = (await ask({ query: 'great wave', workflow: 'images' })).body.data.image ?? [];
    expect(image?.props).toMatchObject({ thumbnail: { url: expect.stringMatching(/^https:/) } });
    const [news] = (await ask({ query: 'jazz festival', workflow: 'news' })).body.data.news ?? [];
    expect(news?.title).toBe('Jazz festival announces its programme');
    const [video] = (await ask({ query: 'chess openings', workflow: 'videos' })).body.data.video ?? [];
    expect(video?.props).toEqual({ duration: '29:00', creator_name: 'Board Hour' });
  });

  test('leaves out what is empty', async () => {
    for (const workflow of ['search', 'images', 'news', 'videos', 'podcasts']) {
      expect((await ask({ query: 'qwrtzpsdfg', workflow })).body.data).toEqual({});
    }
  });

  test('filters by date and safe search, and turns pages', async () => {
    const week = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
    const fresh = await ask({ query: 'climate change', workflow: 'news', filters: { after: week } });
    expect(fresh.body.data.news?.length).toBeGreaterThan(0);
    for (const { time = '' } of fresh.body.data.news ?? []) expect(time > week).toBe(true);
    expect((await ask({ query: 'nude', workflow: 'images' })).body.data).toEqual({});
    expect((await ask({ query: 'nude', workflow: 'images', safe_search: false })).body.data.image?.length).toBe(3);
    const pages = await Promise.all(
      [1, 2].map(async (page) => (await ask({ query: 'climate change', workflow: 'news', page })).body.data.news ?? []),
    );
    expect(pages[0]).toHaveLength(20);
    expect(pages[1]?.some(({ url }) => pages[0]?.some((row) => row.url === url))).toBe(false);
    expect((await ask({ query: 'climate change', limit: 3 })).body.data.search).toHaveLength(3);
  });

  test('refuses a wrong key as the real service does', async () => {
    const { status, body } = await ask({ query: 'a' }, 'Bearer bad-key');
    expect(status).toBe(401);
    expect(keys(body)).toEqual(keys(sample('kagi-error')));
    expect(body.error).toEqual((sample('kagi-error') as Body).error);
    expect((await ask({ query: 'a' }, 'Bot x')).status).toBe(401);
  });

  test.each([
    ['query', {}],
    ['workflow', { query: 'a', workflow: 'dreams' }],
    ['page', { query: 'a', page: 11 }],
    ['limit', { query: 'a', limit: 0 }],
    ['safe_search', { query: 'a', safe_search: 'yes' }],
    ['filters.after', { query: 'a', filters: { after: 'yesterday' } }],
    ['body', 'q=a'],
  ])('refuses a wrong %s', async (location, asked) => {
    const { status, body } = await ask(asked);
    expect(status).toBe(400);
    expect(body.error?.[0]?.location).toBe(location);
  });
});

describe('Serper', () => {
  interface Row {
    title: string;
    link: string;
    date: string;
    position: number;
  }
  interface Body {
    organic: Row[];
    images: Row[];
    news: Row[];
    videos: Row[];
    knowledgeGraph?: { title: string; attributes: Record<string, string> };
  }
  const ask = (kind: string, body: unknown, key = 'x') => post<Body>(`/serper/${kind}`, body, { 'x-api-key': key });

  test('has the keys of the real service', async () => {
    const web = await ask('search', { q: 'node js', gl: 'us', hl: 'en' });
    const { missing, invented } = differences(web.body, sample('serper-search'));
    expect(missing.filter((key) => !/^\.(peopleAlsoAsk|knowledgeGraph\.attributes)/.test(key))).toEqual([]);
    expect(invented.filter((key) => !key.startsWith('.knowledgeGraph.attributes'))).toEqual([]);
    for (const kind of ['images', 'news', 'videos']) {
      const { body } = await ask(kind, { q: 'climate change' });
      expect(differences(body, sample(`serper-${kind}`)).missing).toEqual([]);
    }
  });

  test('finds what a query is about, with a knowledge graph when it names a thing', async () => {
    const { body } = await ask('search', { q: 'postgresql' });
    expect(body.organic[0]?.title).toMatch(/PostgreSQL/);
    expect(body.knowledgeGraph).toMatchObject({ title: 'PostgreSQL', attributes: { 'Written in': 'C' } });
    expect((await ask('images', { q: 'mona lisa' })).body.images[0]?.title).toBe('Mona Lisa by Leonardo da Vinci');
    expect((await ask('news', { q: 'panda cub' })).body.news[0]?.title).toBe('Panda cub makes its first appearance');
    expect((await ask('videos', { q: 'rust tutorial' })).body.videos[0]?.title).toBe('Rust tutorial for beginners');
  });

  test('finds nothing for what it does not know', async () => {
    expect((await ask('search', { q: 'qwrtzpsdfg' })).body.organic).toEqual([]);
    expect((await ask('images', { q: 'qwrtzpsdfg' })).body.images).toEqual([]);
  });

  test('filters by time and safe search, and turns pages', async () => {
    const day = await ask('news', { q: 'climate change', tbs: 'qdr:d', num: 50 });
    expect(day.body.news.length).toBeGreaterThan(0);
    for (const { date } of day.body.news) expect(date).toMatch(/(minutes?|hours?|1 day) ago$/);
    expect((await ask('images', { q: 'nude' })).body.images.length).toBeGreaterThan(0);
    expect((await ask('images', { q: 'nude', safe: 'active' })).body.images).toEqual([]);
    const [first, second] = await Promise.all(
      [1, 2].map(async (page) => (await ask('videos', { q: 'climate change', page })).body.videos),
    );
    expect(first?.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(second?.some(({ link }) => first?.some((row) => row.link === link))).toBe(false);
  });

  test('refuses a missing or wrong key and a body that it cannot read', async () => {
    const refusal = { status: 403, body: { message: 'Unauthorized.', statusCode: 403 } };
    expect(await ask('search', { q: 'a' }, 'bad-key')).toMatchObject(refusal);
    expect(await post('/serper/search', { q: 'a' })).toMatchObject(refusal);
    for (const body of ['q=a', {}, { q: 'a', num: 101 }, { q: 'a', page: 0 }, { q: 'a', tbs: 'qdr:x' }]) {
      expect((await ask('search', body)).status).toBe(400);
    }
  });
});
