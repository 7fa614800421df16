import { describe, expect, test } from 'vitest';
import { encyclopedia } from '../../sandbox/corpus/encyclopedia.ts';
import { differences, keys, sample, useSandbox } from './asking.ts';

const { get } = useSandbox();

const agent = { 'user-agent': 'Tests/1.0 (https://tests.example; tests@tests.example)' };
const JSON_2 = { format: 'json', formatversion: 2 };

interface Search {
  batchcomplete: true | '';
  continue?: { sroffset: number };
  query: { searchinfo: { totalhits: number; suggestion?: string }; search: { title: string; snippet: string }[] };
  error: { code: string };
}
interface Summary {
  type: string;
  title: string;
  lang: string;
  wikibase_item: string;
  coordinates?: { lat: number; lon: number };
}

const search = (srsearch: string, parameters: Record<string, string | number> = {}, wiki = '/en') =>
  get<Search>(
    `/wikipedia${wiki}/w/api.php`,
    { action: 'query', list: 'search', ...JSON_2, srsearch, ...parameters },
    agent,
  );
const titles = async (text: string, parameters = {}, wiki?: string) =>
  (await search(text, parameters, wiki)).body.query.search.map(({ title }) => title);
const summary = (title: string, wiki = '/en') =>
  get<Summary>(`/wikipedia${wiki}/api/rest_v1/page/summary/${encodeURIComponent(title)}`, {}, agent);

describe('the search of Wikipedia', () => {
  test('has the keys of the real service', async () => {
    const { body } = await search('planet', { srlimit: 1 });
    const { missing, invented } = differences(body, sample('wikipedia-search'));
    expect(missing).toEqual(['.query.searchinfo.suggestion', '.query.searchinfo.suggestionsnippet']);
    expect(invented).toEqual([]);
    expect(body.query.search[0]?.snippet).toContain('<span class="searchmatch">planet</span>');
  });

  test('gives an article that is named so first', async () => {
    for (const title of ['Albert Einstein', 'Paris', 'Moon', 'Node.js', 'Golden Retriever', 'Eiffel Tower', 'Mars']) {
      expect((await titles(title.toLowerCase()))[0]).toBe(title);
    }
    for (const { title } of encyclopedia.filter(({ lang }) => lang === 'de')) {
      expect((await titles(title, {}, '/de'))[0]).toBe(title);
    }
  });

  test('finds articles that are web pages of the corpus too', async () => {
    expect(await titles('fermentation food')).toContain('Fermentation in food processing');
  });

  test('speaks the language of its address, English without one', async () => {
    expect(await titles('cambio climático', {}, '/es')).toContain('Cambio climático');
    expect(await titles('cambio climático', {}, '')).toEqual([]);
    expect((await titles('paris', {}, ''))[0]).toBe('Paris');
    expect(await titles('paris', {}, '/fi')).toEqual([]);
  });

  test('suggests what a misspelt query may have meant, and finds nothing for what it does not know', async () => {
    const misspelt = (await search('albert einstien')).body.query;
    expect(misspelt.search).toEqual([]);
    expect(misspelt.searchinfo.suggestion).toBe('albert einstein');
    expect((await search('qwrtzpsdfg')).body.query).toEqual({ searchinfo: { totalhits: 0 }, search: [] });
  });

  test('goes on where it left off', async () => {
    const all = await titles('planet sun', { srlimit: 500 });
    const first = await search('planet sun', { srlimit: 2 });
    expect(first.body.continue?.sroffset).toBe(2);
    expect(await titles('planet sun', { srlimit: 2, sroffset: 2 })).toEqual(all.slice(2, 4));
  });

  test('says what is wrong with HTTP 200', async () => {
    const failed = await search('');
    expect(failed.status).toBe(200);
    expect(failed.body.error.code).toBe('missingparam');
    expect(failed.headers.get('mediawiki-api-error')).toBe('missingparam');
    expect((await search('a', { srlimit: 'many' })).body.error.code).toBe('badinteger');
    expect((await search('a', { action: 'dance' })).body.error.code).toBe('badvalue');
    expect((await search('a '.repeat(200))).body.error.code).toBe('cirrussearch-query-too-long');
  });

  test('writes true as an empty string in the first format version', async () => {
    expect((await search('paris', { formatversion: 1 })).body.batchcomplete).toBe('');
  });
});

test('titles are completed', async () => {
  const parameters = { action: 'opensearch', format: 'json', search: 'clima' };
  const { body } = await get<[string, string[], string[], string[]]>('/wikipedia/w/api.php', parameters, agent);
  expect(body).toEqual(['clima', ['Climate change'], [''], ['https://en.wikipedia.org/wiki/Climate_change']]);
  expect(keys(body)).toEqual(keys(sample('wikipedia-opensearch')));
});

test('Wikipedia tells that it is there', async () => {
  const parameters = { action: 'query', meta: 'siteinfo', format: 'json' };
  const { body } = await get<{ query: { general: { lang: string } } }>('/wikipedia/fr/w/api.php', parameters, agent);
  expect(body.query.general.lang).toBe('fr');
});

describe('the summary of an article', () => {
  test('has the keys of the real service', async () => {
    const { body } = await summary('Eiffel_Tower');
    expect(differences(body, sample('wikipedia-summary'))).toEqual({ missing: [], invented: [] });
    expect(body).toMatchObject({ type: 'standard', title: 'Eiffel Tower', wikibase_item: 'Q243' });
    expect(body.coordinates?.lat).toBeCloseTo(48.86, 1);
  });

  test('exists for every entry', async () => {
    for (const { title, lang, disambiguation } of encyclopedia) {
      const { status, body } = await summary(title.replaceAll(' ', '_'), `/${lang}`);
      expect(status, title).toBe(200);
      expect(body).toMatchObject({ title, lang, type: disambiguation ? 'disambiguation' : 'standard' });
    }
  });

  test('is not found otherwise, and a title with forbidden characters is refused', async () => {
    const { status, body } = await summary('Zzzxqv');
    expect(status).toBe(404);
    expect(body).toEqual(sample('wikipedia-summary-404'));
    expect((await summary('albert_einstein')).status).toBe(404);
    expect((await summary('a|b')).status).toBe(400);
  });
});

describe('Commons', () => {
  interface Files {
    continue?: { gsroffset: number };
    query?: { pages: Record<string, File> | File[] };
    error: { code: string };
  }
  interface File {
    title: string;
    index: number;
    imageinfo: { mime: string; url: string; duration?: number; timestamp?: string; thumbwidth?: number }[];
  }
  const files = (gsrsearch: string, parameters: Record<string, string | number> = {}) =>
    get<Files>(
      '/commons/w/api.php',
      {
        action: 'query',
        generator: 'search',
        gsrnamespace: 6,
        gsrsearch,
        gsrprop: 'snippet',
        prop: 'info|imageinfo',
        iiprop: 'url|size|mime',
        iiurlheight: 180,
        format: 'json',
        ...parameters,
      },
      agent,
    );
  const list = async (text: string, parameters = {}) =>
    ((await files(text, { formatversion: 2, ...parameters })).body.query?.pages ?? []) as File[];

  test('has the keys of the real service', async () => {
    const { body } = await files('filetype:bitmap|drawing golden retriever', { gsrlimit: 1 });
    expect(differences(body, sample('wikipedia-commons-images'))).toEqual({
      missing: [],
      invented: ['.query.pages.*.imagerepository'],
    });
  });

  test('finds files of the type that is asked for', async () => {
    const [drawing] = await list('filetype:drawing photosynthesis');
    expect(drawing?.imageinfo[0]?.mime).toBe('image/svg+xml');
    const pictures = await list('filetype:bitmap|drawing moon');
    expect(pictures.length).toBeGreaterThan(2);
    expect(pictures.every(({ imageinfo }) => imageinfo[0]?.mime.startsWith('image/'))).toBe(true);
    const [film] = await list('filetype:video apollo 11', { iiprop: 'url|size|mime|timestamp' });
    expect(film?.imageinfo[0]).toMatchObject({ mime: 'video/webm', duration: 348, thumbwidth: 320 });
    expect(film?.imageinfo[0]?.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  test('goes on where it left off, in order of index', async () => {
    const all = await list('filetype:bitmap paris', { gsrlimit: 50 });
    const first = await files('filetype:bitmap paris', { gsrlimit: 5 });
    expect(first.body.continue?.gsroffset).toBe(5);
    const second = await list('filetype:bitmap paris', { gsrlimit: 5, gsroffset: 5 });
    expect(second.map(({ title }) => title)).toEqual(all.slice(5, 10).map(({ title }) => title));
    expect(second.map(({ index }) => index)).toEqual([6, 7, 8, 9, 10]);
  });

  test('leaves the list out where there is nothing, and says what is missing', async () => {
    expect((await files('filetype:bitmap qwrtzpsdfg')).body).toEqual({ batchcomplete: '' });
    expect((await files('')).body.error.code).toBe('missingparam');
  });
});

test.each(['/wikipedia/en/w/api.php', '/commons/w/api.php'])(
  '%s turns away who does not say who asks',
  async (path) => {
    expect((await get(path, {}, { 'user-agent': '' })).status).toBe(403);
    expect((await get(path, {}, { 'user-agent': 'node' })).status).toBe(403);
  },
);
