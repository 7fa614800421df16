import { encyclopedia } from './corpus/encyclopedia.ts';
import { images } from './corpus/images.ts';
import { corpus } from './corpus/index.ts';
import { newsArticles } from './corpus/news-articles.ts';
import { videos } from './corpus/videos.ts';
import { spellerOf } from './spelling.ts';

/** Corrects from the vocabulary of everything in the corpus: what is fine for pictures need not be on a page. */
export const correctAnySpelling = spellerOf(() => [
  ...corpus,
  ...images,
  ...newsArticles,
  ...videos,
  ...encyclopedia.map(({ title, extract }) => ({ title, text: extract })),
]);
