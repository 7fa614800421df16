import type { Adapter, UpstreamRequest, UpstreamResponse } from '../../lib/providers/adapter.ts';
import type { Corpus } from '../../lib/providers/stand-in.ts';
import type { SearchInput } from '../../lib/search/query.ts';
import { served, standInSettings } from '../harness/stand-in-calls.ts';
import { article, image, infobox, row, search, video } from './cases.ts';

/**
 * The good reply of an engine without a recorded sample: what the adapter's stand-in answers to the adapter's own request.
 * Its corpus has one document of each kind, which every search finds.
 */
export function told(adapter: Adapter, tab: 'web' | 'images' | 'news' | 'videos'): UpstreamResponse {
  const { standIn, operations } = adapter;
  const operation: { request(input: SearchInput, settings: object): UpstreamRequest } | undefined = operations[tab];
  if (!standIn || !operation) throw new Error(`${adapter.slug} has no stand-in for ${tab}.`);
  return served(operation.request(search, standInSettings(adapter, 'k')), (request) => standIn.answer(request, corpus));
}

const common = { lang: 'en', adult: false, daysAgo: 3, date: new Date('2026-11-12T12:00:00Z') };
const DATE = common.date.toISOString();

const page = {
  ...common,
  // Of a question to the readers of Hacker News, and of a repository with some stars.
  id: 41_001_230,
  url: 'https://en.example.org/wiki/Cat',
  title: 'Cats & dogs',
  text: 'The cat is a small carnivore.',
  sitelinks: [{ title: 'Breeds', url: 'https://en.example.org/wiki/Cat_breeds' }],
};
const picture = {
  ...common,
  id: 2,
  url: 'https://pets.example/cat',
  title: 'Cat & kitten',
  image: 'https://cdn.pets.example/cat.jpg',
  thumbnail: 'https://cdn.pets.example/cat-small.jpg',
  width: 1_200,
  height: 800,
};
const report = {
  ...common,
  id: 3,
  url: 'https://news.example/cat',
  title: 'A cat returns',
  text: 'It was gone for a year.',
  publisher: 'Example News',
  thumbnail: 'https://cdn.news.example/cat.jpg',
};
const film = {
  ...common,
  id: 4,
  url: 'https://tube.example/w/1',
  title: 'How cats land on their feet',
  text: 'In slow motion.',
  publisher: 'Tube',
  channel: 'Short Films',
  seconds: 113,
  thumbnail: 'https://cdn.tube.example/1.jpg',
};
const thing = {
  title: 'Cat',
  category: 'Animal',
  text: 'The cat is a small & domesticated carnivore.',
  url: 'https://en.wikipedia.org/wiki/Cat',
  image: 'https://upload.wikimedia.org/wikipedia/commons/cat.jpg',
  website: 'https://cats.example/',
  attributes: [['Lifespan', '12–18 years']] as const,
};

const all = <D>(...documents: D[]) => ({ total: documents.length, slice: documents.slice.bind(documents) });
const corpus: Corpus = {
  pages: () => all(page),
  images: () => all(picture),
  articles: () => all(report),
  videos: () => all(film),
  related: () => [],
  card: () => thing,
};

/** What we make of these documents if an engine tells all that it usually tells of one. */
export const cat = row('en.example.org/wiki/Cat', { title: page.title, description: page.text });
export const datedCat = { ...cat, date: DATE };
export const catPicture = image('pets.example/cat', {
  title: picture.title,
  thumbnail: picture.thumbnail,
  imageUrl: picture.image,
  width: picture.width,
  height: picture.height,
});
export const catReport = article('news.example/cat', {
  title: report.title,
  description: report.text,
  date: DATE,
  thumbnail: report.thumbnail,
});
export const catFilm = video('tube.example/w/1', {
  title: film.title,
  publisher: film.channel,
  duration: '1:53',
  date: DATE,
  thumbnail: film.thumbnail,
});
export const catInfobox = infobox({
  title: thing.title,
  description: thing.text,
  url: thing.url,
  image: thing.image,
});
