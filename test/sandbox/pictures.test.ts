import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawPicture, pictureAt, picturePath } from '../../sandbox/picture.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';

let sandbox: Sandbox;
let url: string;
beforeAll(async () => {
  sandbox = await startSandbox(0, { pictures: true });
  url = `http://127.0.0.1:${sandbox.port}`;
});
afterAll(() => sandbox?.close());

/** All addresses of a response that end like a picture or are at an image proxy. */
const picturesIn = (text: string) =>
  [...text.matchAll(/"(https?:[^"]+)"/g)]
    .map(([, address = '']) => address)
    .filter((address) => /\.(jpe?g|png|svg|webp)$|ytimg|gstatic|imgs\.search/i.test(address))
    .filter((address) => !address.includes('/wiki/'));
const get = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(`${url}${path}`, { headers: { 'user-agent': 'Tests/1.0 (https://tests.example)', ...headers } })).text();
const ARTICLE =
  'action=query&format=json&formatversion=2&list=search&srsearch=eiffel+tower&generator=search&gsrsearch=eiffel+tower';
const brave = (path: string) => get(`/brave/res/v1/${path}`, { 'x-subscription-token': 'x' });

test.each([
  ['images', () => brave('images/search?q=mountain')],
  ['videos', () => brave('videos/search?q=space')],
  ['news', () => brave('news/search?q=climate')],
  ['favicons and an infobox', () => brave('web/search?q=linux&result_filter=web,infobox')],
  ['images of SearXNG', () => get('/searxng/search?q=mountain&format=json&categories=images')],
  ['an article', () => get(`/wikipedia/en/w/api.php?${ARTICLE}`)],
])('%s: every picture is drawn by the sandbox', async (_, ask) => {
  const pictures = picturesIn(await ask());
  expect(pictures.length).toBeGreaterThan(0);
  expect(pictures.filter((address) => !address.startsWith(`${url}/pictures/`))).toEqual([]);
  const response = await fetch(pictures[0] as string);
  expect(response.headers.get('content-type')).toBe('image/svg+xml');
  expect(await response.text()).toMatch(/^<svg .*<\/svg>$/);
});

test('a search for "mountain" finds several images, each with its own picture', async () => {
  const { results } = JSON.parse(await brave('images/search?q=mountain')) as {
    results: { thumbnail: { src: string } }[];
  };
  expect(new Set(results.map(({ thumbnail }) => thumbnail.src)).size).toBeGreaterThan(3);
});

test('a picture depends only on its address, and names its subject', () => {
  const picture = { subject: 'Fox & <hen> in "the" barn', width: 480, height: 270, seed: 7 };
  const path = picturePath(picture);
  expect(pictureAt(path)).toEqual(picture);
  expect(drawPicture(picture)).toBe(drawPicture(pictureAt(path) ?? picture));
  expect(drawPicture(picture)).toContain('Fox &amp; &lt;hen>');
  expect(drawPicture({ ...picture, seed: 8 })).not.toBe(drawPicture(picture));
  for (const other of ['/pictures/0x0/1/a.svg', '/pictures/9x9/1/%.svg', '/brave/'])
    expect(pictureAt(other)).toBeNull();
});
