import { describe, expect, test } from 'vitest';
import { encyclopedia } from '../../sandbox/corpus/encyclopedia.ts';
import { images } from '../../sandbox/corpus/images.ts';
import { infoboxes } from '../../sandbox/corpus/infoboxes.ts';
import { newsArticles } from '../../sandbox/corpus/news-articles.ts';
import { questions } from '../../sandbox/corpus/questions.ts';
import { popularQueries } from '../../sandbox/corpus/suggestions.ts';
import { videos } from '../../sandbox/corpus/videos.ts';
import { findCard } from '../../sandbox/infobox-finder.ts';

describe('there is enough of everything', () => {
  test.each([
    ['images', images, 150],
    ['news', newsArticles, 120],
    ['videos', videos, 120],
    ['popular queries', popularQueries, 600],
    ['articles', encyclopedia, 120],
    ['infoboxes', infoboxes, 40],
    ['questions', questions, 40],
  ])('%s', (_, documents, least) => {
    expect(documents.length).toBeGreaterThanOrEqual(least);
  });

  test('in German, French and Spanish', () => {
    for (const lang of ['de', 'fr', 'es']) {
      expect(encyclopedia.filter((entry) => entry.lang === lang).length).toBeGreaterThanOrEqual(8);
      for (const documents of [images, newsArticles, videos]) {
        expect(documents.some((document) => document.lang === lang)).toBe(true);
      }
    }
  });
});

test('every address is one', () => {
  const addresses = [
    ...images.flatMap(({ url, image, thumbnail }) => [url, image, thumbnail]),
    ...newsArticles.flatMap(({ url, thumbnail }) => [url, thumbnail ?? url]),
    ...videos.flatMap(({ url, thumbnail }) => [url, thumbnail]),
    ...infoboxes.flatMap(({ website, profiles }) => [...(website ? [website] : []), ...profiles.map(({ url }) => url)]),
  ];
  for (const address of addresses) expect(new URL(address).protocol, address).toBe('https:');
});

test('news and videos have an address each; titles of articles and ids of questions are unique', () => {
  for (const documents of [newsArticles, videos]) {
    expect(new Set(documents.map(({ url }) => url)).size).toBe(documents.length);
  }
  expect(new Set(encyclopedia.map(({ lang, title }) => `${lang} ${title}`)).size).toBe(encyclopedia.length);
  const ids = questions.flatMap(({ questionId, answerId }) => [questionId, answerId]);
  expect(new Set(ids).size).toBe(ids.length);
});

test('some pages show two images, some images are on two pages, three are flagged', () => {
  const counts = (values: string[]) => values.length - new Set(values).size;
  expect(counts(images.map(({ url }) => url))).toBeGreaterThan(0);
  expect(counts(images.map(({ thumbnail }) => thumbnail))).toBeGreaterThan(0);
  expect(images.filter(({ adult }) => adult)).toHaveLength(3);
});

test('every span of time has news and videos of its own', () => {
  const spans: [number, number][] = [
    [0, 24],
    [24, 168],
    [168, 744],
    [744, 8_760],
    [8_760, 9_700],
  ];
  for (const [from, to] of spans) {
    expect(newsArticles.some(({ hoursAgo }) => hoursAgo >= from && hoursAgo < to)).toBe(true);
    expect(videos.some(({ daysAgo }) => daysAgo * 24 >= from && daysAgo * 24 < to)).toBe(true);
  }
});

test('every infobox belongs to an article and is found by its title', () => {
  for (const infobox of infoboxes) expect(findCard(infobox.title)?.infobox).toBe(infobox);
  expect(encyclopedia.filter(({ disambiguation }) => disambiguation).length).toBeGreaterThanOrEqual(6);
});
