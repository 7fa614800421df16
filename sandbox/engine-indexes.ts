import type { Coverage, StandIn } from '../lib/providers/stand-in.ts';
import { pages as allPages, images, newsArticles, videos } from './corpus.ts';
import { byKind, CorpusIndex } from './corpus-index.ts';

/** Chance, in percent, that an engine has a given page, and a given image, article or video. */
const PAGE_PERCENT = 70;
const MEDIA_PERCENT = 92;

/** The indexes of an engine with web pages, images, news and videos. An index is built on its first search. */
export function engineIndexes(
  engine: string,
  {
    covers = {},
    titleWeight = 2,
    everyWord = false,
  }: Pick<StandIn, 'titleWeight' | 'everyWord'> & { covers?: Coverage },
) {
  const liking = { engine, titleWeight, everyWord };
  const media = (percent = MEDIA_PERCENT) => ({ ...liking, percent: () => percent, tail: !everyWord });
  return {
    web: new CorpusIndex(allPages, { ...liking, percent: covers.pages ? byKind(covers.pages) : () => PAGE_PERCENT }),
    images: new CorpusIndex(images, media(covers.images)),
    news: new CorpusIndex(newsArticles, media(covers.articles)),
    videos: new CorpusIndex(videos, media(covers.videos)),
  };
}
