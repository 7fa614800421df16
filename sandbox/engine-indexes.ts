import { pages as allPages, images, newsArticles, type Page, videos } from './corpus.ts';
import { byKind, CorpusIndex } from './corpus-index.ts';

/** Chance, in percent, that an engine has a given image, article or video. */
const MEDIA_PERCENT = 92;

/** The indexes of an engine with web pages, images, news and videos; `pages` is its coverage of each kind of page. */
export function engineIndexes(
  engine: string,
  { titleWeight, pages }: { titleWeight: number; pages: Readonly<Record<Page['kind'], number>> },
) {
  const liking = { engine, titleWeight, everyWord: false };
  const media = { ...liking, percent: () => MEDIA_PERCENT, tail: true };
  return {
    web: new CorpusIndex(allPages, { ...liking, percent: byKind(pages) }),
    images: new CorpusIndex(images, media),
    news: new CorpusIndex(newsArticles, media),
    videos: new CorpusIndex(videos, media),
  };
}
