import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type EngineSlice, mergeImages, mergeNews, mergeVideos } from '../../../lib/search/merge.ts';
import { imageRows, newsRows, type RawImage, type RawReport, videoRows } from '../../../lib/search/result-rows.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
beforeAll(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

const ageFormat = { lang: '', now: NOW };
const slices = <Row>(lists: Row[][]): EngineSlice<{ results: Row[] }>[] =>
  lists.map((results, slot) => ({ engine: `engine_${'abc'[slot]}`, label: 'X', slice: { results } }));
const images = (...lists: RawImage[][]) => mergeImages(slices(lists.map(imageRows)));
const news = (...lists: RawReport[][]) => mergeNews(slices(lists.map((list) => newsRows(list))), ageFormat);
const videos = (...lists: RawReport[][]) => mergeVideos(slices(lists.map((list) => videoRows(list))), ageFormat);

describe('an image', () => {
  it('has every field, empty or not', () => {
    expect(images([{ url: 'https://www.a.example/p' }])).toEqual([
      { title: '', url: 'https://www.a.example/p', source: 'a.example', thumbnail: '' },
    ]);
  });

  it('is listed once if two engines have its page', () => {
    expect(images([{ url: 'https://www.a.example/p?utm_source=x' }], [{ url: 'http://a.example/p/' }])).toEqual([
      { title: '', url: 'https://www.a.example/p?utm_source=x', source: 'a.example', thumbnail: '' },
    ]);
  });

  it('is listed once if two engines have its thumbnail, with the page that ranks best', () => {
    const a = { url: 'https://a.example/', title: '', thumbnail: 'https://cdn.example/t.jpg' };
    const b = { url: 'https://b.example/', title: 'B', thumbnail: 'http://cdn.example/t.jpg#x' };
    expect(images([a], [b])).toEqual([
      { title: 'B', url: 'https://a.example/', source: 'a.example', thumbnail: 'https://cdn.example/t.jpg' },
    ]);
  });

  it('never gets the URL of another page, even if that is https', () => {
    const http = { url: 'http://a.example/', thumbnail: 'https://cdn.example/t.jpg' };
    const https = { url: 'https://b.example/', thumbnail: 'https://cdn.example/t.jpg' };
    expect(images([http], [https])[0]?.url).toBe('http://a.example/');
  });

  it('has the https URL of its own page before the http one', () => {
    expect(images([{ url: 'http://a.example/p' }], [{ url: 'https://a.example/p' }])[0]?.url).toBe(
      'https://a.example/p',
    );
  });

  it('has the thumbnail of the other engine if its own is missing', () => {
    const [only] = images(
      [{ url: 'https://a.example/', thumbnail: 'data:,x' }],
      [{ url: 'https://a.example/', thumbnail: 'https://cdn.example/t.jpg' }],
    );
    expect(only?.thumbnail).toBe('https://cdn.example/t.jpg');
  });

  it('differs from another picture on the same page, in one list and in several', () => {
    const gallery = 'https://commons.example/wiki/Category:Golden_Retriever';
    const [one, two, three] = ['one', 'two', 'three'].map((name) => ({
      url: gallery,
      title: name,
      thumbnail: `https://cdn.example/thumb/${name}.jpg`,
      image: `https://cdn.example/${name}.jpg`,
    })) as [RawImage, RawImage, RawImage];
    expect(images([one, two, three]).map(({ title }) => title)).toEqual(['one', 'two', 'three']);
    expect(images([one], [two], [three])).toHaveLength(3);
  });

  it('is listed once if engines have its picture, whatever their thumbnails', () => {
    const image = 'https://upload.example/retriever.jpg';
    const proxied = (n: number) => ({
      url: `https://site${n}.example/`,
      image,
      thumbnail: `https://imgs${n}.example/x`,
    });
    expect(images([proxied(1)], [proxied(2)], [proxied(3)])).toMatchObject([
      { url: 'https://site1.example/', thumbnail: 'https://imgs1.example/x' },
    ]);
  });

  it('differs from another picture with the same thumbnail', () => {
    const spacer = 'https://cdn.example/loading.gif';
    const picture = (name: string) => ({
      url: 'https://a.example/',
      image: `https://a.example/${name}`,
      thumbnail: spacer,
    });
    expect(images([picture('1.jpg')], [picture('2.jpg')])).toHaveLength(2);
  });

  it('is the same as a thumbnail that is the picture itself', () => {
    const image = 'https://a.example/1.jpg';
    const full = { url: 'https://a.example/', image, thumbnail: 'https://imgs.example/1' };
    expect(images([full], [{ url: 'https://b.example/', thumbnail: image }])).toHaveLength(1);
  });

  it('is listed for each of its pages if one engine lists it so, and joins the result with its page', () => {
    const on = (page: string, title = '') => ({
      url: `https://${page}.example/`,
      title,
      image: 'https://a.example/1.jpg',
    });
    expect(images([on('a'), on('b'), on('a')])).toHaveLength(2);
    expect(images([on('a'), on('b')], [on('b', 'B')])).toMatchObject([
      { url: 'https://b.example/', title: 'B' },
      { url: 'https://a.example/', title: '' },
    ]);
  });

  it('without a thumbnail differs from other images without one', () => {
    expect(images([{ url: 'https://a.example/' }], [{ url: 'https://b.example/' }])).toHaveLength(2);
  });

  it('differs from an image with a thumbnail at the URL of its page', () => {
    const page = { url: 'https://a.example/t.jpg' };
    const thumbnail = { url: 'https://b.example/', thumbnail: 'https://a.example/t.jpg' };
    expect(images([page], [thumbnail])).toHaveLength(2);
  });
});

describe('a news article', () => {
  it('has every field, empty or not', () => {
    expect(news([{ url: 'https://www.a.example/p' }])).toEqual([
      {
        title: '',
        url: 'https://www.a.example/p',
        description: '',
        age: '',
        source: 'a.example',
        hostname: 'www.a.example',
        thumbnail: '',
      },
    ]);
  });

  it('has its publisher as its source, otherwise its host', () => {
    expect(news([{ url: 'https://www.a.example/', publisher: 'The A' }])[0]?.source).toBe('The A');
    expect(news([{ url: 'https://www.a.example/', publisher: 7 }])[0]?.source).toBe('a.example');
  });

  it('has its gaps filled by the other engine, and nothing replaced', () => {
    const full = {
      url: 'https://a.example/',
      title: 'Full',
      description: 'text',
      publisher: 'The A',
      date: '2026-11-13T12:00:00Z',
      thumbnail: 'https://cdn.example/a.jpg',
    };
    const filled = {
      title: 'Mine',
      url: 'https://a.example/',
      description: 'text',
      age: '2 days ago',
      source: 'The A',
      hostname: 'a.example',
      thumbnail: 'https://cdn.example/a.jpg',
    };
    expect(news([{ url: 'https://a.example/', title: 'Mine' }], [full])).toEqual([filled]);
    expect(news([{ url: 'http://a.example/', title: 'Mine' }], [full])).toEqual([filled]);
    expect(news([full], [{ ...full, title: 'Other', description: 'other', publisher: 'B', date: '' }])[0]).toEqual({
      ...filled,
      title: 'Full',
    });
  });

  it('has its age in the requested language, otherwise in the engine’s words', () => {
    const row = { url: 'https://a.example/', date: '2026-11-13T12:00:00Z', ageText: 'two days' };
    expect(mergeNews(slices([newsRows([row])]), { lang: 'de', now: NOW })[0]?.age).toBe('vor 2 Tagen');
    expect(news([{ ...row, date: 'x' }])[0]?.age).toBe('two days');
  });
});

describe('a video', () => {
  it('has every field, empty or not', () => {
    expect(videos([{ url: 'https://www.a.example/p' }])).toEqual([
      {
        title: '',
        url: 'https://www.a.example/p',
        age: '',
        source: 'a.example',
        duration: '',
        hostname: 'www.a.example',
        thumbnail: '',
      },
    ]);
  });

  it('has the length from another engine', () => {
    const rows = videos([{ url: 'https://a.example/v?id=1' }], [{ url: 'https://a.example/v?id=1', duration: 253 }]);
    expect(rows).toMatchObject([{ duration: '4:13' }]);
  });

  it('differs if the query of its URL differs', () => {
    expect(videos([{ url: 'https://a.example/v?id=1' }], [{ url: 'https://a.example/v?id=2' }])).toHaveLength(2);
  });

  it('is ranked by agreement like other results', () => {
    const [a, b, both] = ['a', 'b', 'both'].map((name) => ({ url: `https://${name}.example/` }));
    expect(videos([a, both] as RawReport[], [b, both] as RawReport[]).map(({ hostname }) => hostname)).toEqual([
      'both.example',
      'a.example',
      'b.example',
    ]);
  });
});
