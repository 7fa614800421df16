import type { VNode } from 'preact';
import { storiesIn } from '../../../lib/search/stories.ts';
import { type NewsResult, news } from '../../endpoints/news.ts';
import { Marked, type MarkedWords, wordsToMark } from '../marked-words.tsx';
import { useTexts } from '../rendering.tsx';
import type { SearchAddress } from '../search-address.ts';
import { ResultMenu } from './result-menu.tsx';
import { Age, type ListProps, mediaTab, resultKey } from './search-media.tsx';
import { FoundBy, OutsideLink, Picture, SiteIcon } from './search-parts.tsx';

const PAGE_SIZE = 20;

/** News, one entry for each story. */
export const newsTab = mediaTab(news, PAGE_SIZE, Stories);

function Stories({ results, address, pictures }: ListProps<NewsResult>): VNode {
  const words = wordsToMark(address.q);
  return (
    <ol class="news">
      {storiesIn(results, address.q).flatMap(([first, ...others]) =>
        first ? (
          <li key={first.url} data-result={resultKey(first)}>
            <Story {...{ first, others, words, pictures, address }} />
          </li>
        ) : (
          []
        ),
      )}
    </ol>
  );
}

interface StoryProps {
  /** The best article of the story. */
  first: NewsResult;
  others: readonly NewsResult[];
  /** The words of the query. */
  words: MarkedWords;
  pictures: boolean;
  address: SearchAddress;
}

function Story({ first, others, words, pictures, address }: StoryProps): VNode {
  const picture = [first, ...others].find(({ thumbnail }) => thumbnail !== '')?.thumbnail ?? '';
  const title = first.title || first.hostname;
  return (
    <article class="story">
      {/* It takes room from the text, so it must arrive first. */}
      <Picture src={picture} pictures={pictures} width={160} height={100} class="thumbnail" />
      <div>
        <Source result={first} pictures={pictures} />
        <h2 dir="auto">
          <OutsideLink class="title-link" href={first.url}>
            {title}
          </OutsideLink>
        </h2>
        <ResultMenu url={first.url} title={title} address={address} />
        <p class="snippet clamped" dir="auto">
          <Marked text={first.description} words={words} />
        </p>
        <FoundBy engines={first.engines} />
        {others.length > 0 && <OtherSources results={others} pictures={pictures} />}
      </div>
    </article>
  );
}

function OtherSources({ results, pictures }: { results: readonly NewsResult[]; pictures: boolean }): VNode {
  const { media } = useTexts();
  return (
    <details class="sources">
      <summary>{media.moreSources(results.length)}</summary>
      <ul>
        {results.map((result) => (
          <li key={result.url} data-also={resultKey(result)}>
            <Source result={result} pictures={pictures} />
            <div dir="auto">
              <OutsideLink class="title-link" href={result.url}>
                {result.title || result.hostname}
              </OutsideLink>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Source({ result, pictures }: { result: NewsResult; pictures: boolean }): VNode {
  return (
    <p class="source faint">
      <SiteIcon src={`https://${result.hostname}/favicon.ico`} name={result.source} pictures={pictures} />
      <span class="dotted">
        <bdi>{result.source}</bdi>
        <Age result={result} />
      </span>
    </p>
  );
}
