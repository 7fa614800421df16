import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cannedRows, commonsFiles } from '../harness/canned-answers.ts';
import { testSearchTab } from './search-tab-cases.ts';
import { expectClean, foundIn, onlyQuestion, startTabs, type TabDeployment } from './tab-response.ts';

let deployment: TabDeployment;
beforeAll(async () => {
  deployment = await startTabs(
    { ENGINE_A: 'brave', ENGINE_B: 'searxng', ENGINE_C: 'wikipedia' },
    { ENGINE_A: 'kagi', ENGINE_B: 'mojeek', ENGINE_C: 'serper' },
  );
});
afterAll(() => deployment?.app.stop());
beforeEach(() => deployment.app.reset());

const find = (params: string) => foundIn(deployment.app, 'images', params);
const findAtOthers = (params: string) => foundIn(deployment.app, 'images', params, { web: deployment.other });
const canned = (upstream: Parameters<typeof cannedRows>[1], rows: readonly unknown[]) =>
  cannedRows(deployment.app, upstream, 'images', rows);

testSearchTab(
  { tab: 'images', upstreams: ['brave', 'searxng', 'commons'], tooDeep: 5, without: ['engine_b'] },
  () => deployment,
);

describe('an image', () => {
  test('has its title, its page, the host of that page and a thumbnail', async () => {
    const { results } = await find('q=mountain+lake+alps&engine=engine_b');
    expect(results[0]).toEqual({
      title: 'Mountain lake in the Alps',
      url: 'https://unsplash.com/photos/1506905925346-21bda4d32df4',
      source: 'unsplash.com',
      thumbnail: expect.stringMatching(/^https:\/\/images\.unsplash\.com\//),
    });
  });

  test('has empty values, not missing ones, for fields that an engine does not send', async () => {
    const bare = { title: '', url: 'https://www.plain.example/a', source: 'plain.example', thumbnail: '' };
    await canned('brave', [{ url: 'https://www.plain.example/a' }]);
    await canned('searxng', [{ url: 'https://www.plain.example/a' }]);
    await canned('commons', commonsFiles([{ title: '', descriptionurl: 'https://www.plain.example/a' }]));
    for (const slug of ['engine_a', 'engine_b', 'engine_c']) {
      expect((await find(`q=bare&engine=${slug}`)).results, slug).toEqual([bare]);
    }
    await canned('kagi', [{ url: 'https://www.plain.example/a' }]);
    await canned('serper', [{ link: 'https://www.plain.example/a' }]);
    for (const slug of ['engine_a', 'engine_c']) {
      expect((await findAtOthers(`q=bare&engine=${slug}`)).results, slug).toEqual([bare]);
    }
  });

  test('uses the image itself when it has no thumbnail', async () => {
    const picture = 'https://plain.example/a.jpg';
    await canned('brave', [{ url: 'https://plain.example/1', properties: { url: picture } }]);
    await canned('searxng', [{ url: 'https://plain.example/2', img_src: '//plain.example/a.jpg', thumbnail_src: '' }]);
    await canned(
      'commons',
      commonsFiles([{ title: 'File:A.jpg', descriptionurl: 'https://c.example/3', url: picture }]),
    );
    for (const slug of ['engine_a', 'engine_b', 'engine_c']) {
      expect((await find(`q=picture&engine=${slug}`)).results[0]?.thumbnail, slug).toBe(picture);
    }
  });
});

describe('the fusion of images', () => {
  test('ranks images, and merges those with the same picture, or with the same page if an engine sent no picture', async () => {
    await canned('brave', [
      { url: 'http://www.one.example/a?utm_source=x', title: 'A by Brave', thumbnail: { src: 'https://t.example/a' } },
      { url: 'https://two.example/b', title: 'B by Brave', thumbnail: { src: 'http://t.example/b' } },
      { url: 'https://three.example/c' },
    ]);
    await canned('searxng', [
      { url: 'https://copy.example/b', title: 'B by SearXNG', thumbnail_src: 'https://t.example/b' },
      { url: 'https://four.example/d', title: 'D' },
      { url: 'https://five.example/e', title: 'E' },
      { url: 'https://three.example/c/#top', title: 'C by SearXNG', thumbnail_src: 'https://t.example/c' },
    ]);
    await canned(
      'commons',
      commonsFiles([
        { title: 'File:F.jpg', descriptionurl: 'https://six.example/f', thumburl: 'https://t.example/f' },
        { title: 'File:A.jpg', descriptionurl: 'https://one.example/a', thumburl: 'https://t.example/a' },
      ]),
    );
    const { results } = await find('q=fusion');
    expect(results).toEqual([
      // The result of the engine that ranked it best keeps its own page.
      {
        title: 'B by SearXNG',
        url: 'https://copy.example/b',
        source: 'copy.example',
        thumbnail: 'https://t.example/b',
      },
      // The engine's own URL; https is preferred over http.
      { title: 'A by Brave', url: 'https://one.example/a', source: 'one.example', thumbnail: 'https://t.example/a' },
      // The other engine fills the gaps of the best one.
      {
        title: 'C by SearXNG',
        url: 'https://three.example/c',
        source: 'three.example',
        thumbnail: 'https://t.example/c',
      },
      { title: 'D', url: 'https://four.example/d', source: 'four.example', thumbnail: '' },
      { title: 'E', url: 'https://five.example/e', source: 'five.example', thumbnail: '' },
      // Wikimedia Commons counts less than the others.
      { title: 'F', url: 'https://six.example/f', source: 'six.example', thumbnail: 'https://t.example/f' },
    ]);
  });

  test('keeps the pictures of one page apart, in the list of one engine and across engines', async () => {
    await canned('brave', [
      { url: 'https://a.example/', title: 'A', thumbnail: { src: 'https://t.example/1' } },
      { url: 'https://a.example/', title: 'A too', thumbnail: { src: 'https://t.example/3' } },
    ]);
    await canned('searxng', [{ url: 'https://b.example/', title: 'B', thumbnail_src: 'https://t.example/2' }]);
    await canned(
      'commons',
      commonsFiles([{ title: 'File:C.jpg', descriptionurl: 'https://a.example', thumburl: 'https://t.example/2' }]),
    );
    const { results } = await find('q=knot');
    // Commons agrees with SearXNG about the picture; Brave has others on the same page.
    expect(results.map(({ title }) => title)).toEqual(['B', 'A', 'A too']);
  });

  test('works with any engines in the slots', async () => {
    await canned('kagi', [
      { url: 'https://k.example/', title: 'K', props: { thumbnail: { url: 'https://t.example/k' } } },
      { url: 'https://both.example/', title: 'Both by Kagi', image: { url: 'https://t.example/both' } },
    ]);
    await canned('serper', [
      { link: 'https://www.both.example', title: 'Both by Serper', imageUrl: 'https://t.example/both' },
    ]);
    expect((await findAtOthers('q=slots')).results).toEqual([
      {
        title: 'Both by Serper',
        url: 'https://www.both.example',
        source: 'both.example',
        thumbnail: 'https://t.example/both',
      },
      { title: 'K', url: 'https://k.example/', source: 'k.example', thumbnail: 'https://t.example/k' },
    ]);
  });
});

describe('parameters of an image search', () => {
  test('safe search is on unless the request turns it off', async () => {
    const hidden = await find('q=nude');
    expect(hidden.results).toEqual([]);
    expect(await onlyQuestion(deployment.app, 'brave')).toMatchObject({ safesearch: 'strict' });
    expect(await onlyQuestion(deployment.app, 'searxng')).toMatchObject({ safesearch: '2' });
    await deployment.app.reset();
    const shown = await find('q=nude&safe=off');
    expect(shown.results.map(({ title }) => title)).toContain('Venus of Urbino by Titian, reclining nude');
    expect(await onlyQuestion(deployment.app, 'brave')).toMatchObject({ safesearch: 'off' });
    expect(await onlyQuestion(deployment.app, 'searxng')).toMatchObject({ safesearch: '0' });
  });

  test('safe search is also sent to the engines that take JSON', async () => {
    expect((await findAtOthers('q=nude')).results).toEqual([]);
    expect(await onlyQuestion(deployment.app, 'kagi')).toMatchObject({ query: 'nude', safe_search: true });
    expect(await onlyQuestion(deployment.app, 'serper')).toMatchObject({ q: 'nude', safe: 'active' });
    await deployment.app.reset();
    expect((await findAtOthers('q=nude&safe=off')).results.length).toBeGreaterThan(0);
    expect(await onlyQuestion(deployment.app, 'kagi')).toMatchObject({ safe_search: false });
    expect(await onlyQuestion(deployment.app, 'serper')).not.toHaveProperty('safe');
  });

  test('the language is sent to the engines that support it', async () => {
    const { results } = await find('q=berlin&lang=de');
    expect(await onlyQuestion(deployment.app, 'brave')).toMatchObject({ search_lang: 'de' });
    expect(await onlyQuestion(deployment.app, 'searxng')).toMatchObject({ language: 'de' });
    expect(results[0]?.title).toBe('Klimawandel-Demonstration in Berlin');
  });

  test('the requested page is sent', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => ({ url: `https://i.example/${i + 1}`, title: `${i + 1}` }));
    await canned('brave', rows);
    const pages = [await find('q=pages&engine=engine_a'), await find('q=pages&engine=engine_a&page=2')];
    // Brave has one list without pages, so each page is cut from that list.
    expect(pages.map(({ results }) => results.length)).toEqual([50, 10]);
    expect(pages[1]?.results[0]?.title).toBe('51');
    const second = await find('q=berlin&page=2&engine=engine_b,engine_c');
    expect(second.body.page).toBe(2);
    expect(await onlyQuestion(deployment.app, 'searxng')).toMatchObject({ pageno: '2' });
    expect(await onlyQuestion(deployment.app, 'commons')).toMatchObject({ gsroffset: '20' });
  });

  test('Kagi, which has one page of images, is skipped on the second page', async () => {
    const reply = await findAtOthers('q=berlin&page=2');
    expect(reply.headers.get('server-timing')).toMatch(/engine_a;dur=0;desc="skipped"/);
    expect(await deployment.app.calls('kagi')).toEqual([]);
    expect(await onlyQuestion(deployment.app, 'serper')).toMatchObject({ page: 2 });
  });
});

describe('hostile images', () => {
  const nasty = '<img src=x onerror=alert(1)>Fox &amp; <b>hen</b>\u0000\u001b';
  const wrong = { title: { a: 1 }, thumbnail: 7, thumbnail_src: ['x'], props: 'x', image: 9, thumbnailUrl: false };
  const badUrls = ['javascript:alert(1)', 'data:text/html,x', 'ftp://a.example/', '/relative', '', null, 7, {}];

  test.each(['brave', 'searxng', 'commons', 'kagi', 'serper'] as const)(
    'of %s are dropped or cleaned',
    async (upstream) => {
      const thumb = 'data:image/png;base64,AAAA';
      const row = (url: unknown, fields: object) =>
        upstream === 'commons'
          ? commonsFiles([
              { title: 'x', descriptionurl: url, thumburl: thumb, url: 'javascript:alert(2)', ...fields },
            ])[0]
          : {
              url,
              link: url,
              title: 'x',
              thumbnail: { src: thumb },
              properties: { url: 'javascript:alert(2)' },
              thumbnail_src: thumb,
              props: { thumbnail: { url: thumb } },
              thumbnailUrl: thumb,
              ...fields,
            };
      await canned(upstream, [
        ...badUrls.map((url) => row(url, {})),
        null,
        'text',
        [1],
        row('https://clean.example/1', { title: nasty }),
        row('https://clean.example/2', wrong),
      ]);
      const web = upstream === 'kagi' || upstream === 'serper' ? deployment.other : 0;
      const slug = {
        brave: 'engine_a',
        searxng: 'engine_b',
        commons: 'engine_c',
        kagi: 'engine_a',
        serper: 'engine_c',
      };
      const reply = await foundIn(deployment.app, 'images', `q=hostile&engine=${slug[upstream]}`, { web });
      expectClean(reply);
      expect(reply.results).toEqual([
        { title: 'Fox & hen', url: 'https://clean.example/1', source: 'clean.example', thumbnail: '' },
        { title: '', url: 'https://clean.example/2', source: 'clean.example', thumbnail: '' },
      ]);
    },
  );
});
