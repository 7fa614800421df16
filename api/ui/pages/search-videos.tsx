import type { VNode } from 'preact';
import { bareHost } from '../../../lib/search/canonical-url.ts';
import { type VideoResult, videos } from '../../endpoints/videos.ts';
import { useTexts } from '../rendering.tsx';
import { Age, type ListProps, mediaTab, resultKey } from './search-media.tsx';
import { FoundBy, OutsideLink, Picture, SiteIcon } from './search-parts.tsx';

const PAGE_SIZE = 20;

/** Videos: a grid on a desk, rows on a phone. */
export const videosTab = mediaTab(videos, PAGE_SIZE, VideoGrid);

function VideoGrid({ results, pictures }: ListProps<VideoResult>): VNode {
  return (
    <ol class="videos">
      {results.map((result) => (
        <li key={resultKey(result)} data-result={resultKey(result)}>
          <Video result={result} pictures={pictures} />
        </li>
      ))}
    </ol>
  );
}

function Video({ result, pictures }: { result: VideoResult; pictures: boolean }): VNode {
  const { media } = useTexts();
  const site = bareHost(result);
  return (
    <article class="tile">
      <h2>
        <OutsideLink class="title-link" href={result.url}>
          <span class="title clamped" dir="auto">
            {result.title || site}
          </span>
          <span class="frame">
            <Picture src={result.thumbnail} pictures={pictures} width={320} height={180} class="thumbnail" />
            {result.duration !== '' && (
              <span class="length">
                <span class="unseen">{media.length} </span>
                {result.duration}
              </span>
            )}
          </span>
        </OutsideLink>
      </h2>
      <p class="source faint">
        <SiteIcon src={`https://${result.hostname}/favicon.ico`} name={site} pictures={pictures} />
        <bdi>{result.source}</bdi>
      </p>
      <p class="dotted faint">
        {result.source !== site && <span>{site}</span>}
        <Age result={result} />
      </p>
      <FoundBy engines={result.engines} />
    </article>
  );
}
