import type { VNode } from 'preact';
import type { OutputOf } from '../../../lib/providers/adapter.ts';
import { type ImageResult, images } from '../../routes/images.ts';
import { type NewsResult, news } from '../../routes/news.ts';
import { type VideoResult, videos } from '../../routes/videos.ts';
import type { EngineOutcome } from '../../search/engines.ts';
import { hasMore } from '../../search/more.ts';
import type { TabSearch } from '../../search/search-tab.ts';
import { EnginesLine, Facts, FoundBy, NothingFound, OutsideLink, Paging, Picture, StaleNote } from './search-parts.tsx';
import { onPage, searchedIn, showing, type TabContent, type TabContext } from './search-tab-content.ts';

type MediaTab = 'images' | 'news' | 'videos';

/** Creates a tab that lists one kind of result. `Entry` shows one result. */
function mediaTab<Name extends MediaTab, Result extends { url: string; title: string }>(
  { tab, inputOf, search }: TabSearch<Name, { results: Result[] }>,
  Entry: (props: { result: Result; pictures: boolean }) => VNode,
): (context: TabContext) => Promise<TabContent> {
  return async (context) => {
    const { address, pictures, services } = context;
    const params = searchedIn(address);
    const list = (results: readonly Result[]) => (
      <ol class={tab}>
        {results.map((result, index) => (
          // Several pictures of one page have the same address.
          <li key={index} data-result={`${result.url} ${result.title}`}>
            <Entry result={result} pictures={pictures} />
          </li>
        ))}
      </ol>
    );
    const onProgress = showing(context, (results: Result[]) => <section aria-label="Results">{list(results)}</section>);
    const searching = search(params, services, context, onPage, { onProgress });
    const { answers, failure: problem, staleMs, body } = await searching;
    // TypeScript cannot infer that every tab's output is one of the tabs' outputs.
    const next = hasMore(tab, inputOf(params), answers as EngineOutcome<OutputOf<MediaTab>>[]);
    const content = (
      <section aria-label="Results">
        <StaleNote ageMs={staleMs} />
        {body.results.length === 0 && !problem && <NothingFound address={address} />}
        {list(body.results)}
        <Paging address={address} next={next} />
        <EnginesLine outcomes={answers} />
      </section>
    );
    return { content, problem };
  };
}

export const imagesTab = mediaTab(images, ImageEntry);
export const newsTab = mediaTab(news, NewsEntry);
export const videosTab = mediaTab(videos, VideoEntry);

function ImageEntry({ result, pictures }: { result: ImageResult; pictures: boolean }): VNode {
  return (
    <article class="tile">
      <h2>
        <OutsideLink class="title-link" href={result.url}>
          <Picture src={result.thumbnail} pictures={pictures} width={240} height={180} class="thumbnail" />
          <span class="title">{result.title || result.source}</span>
        </OutsideLink>
      </h2>
      <Facts facts={[result.source]} />
      <FoundBy engines={result.engines} />
    </article>
  );
}

function NewsEntry({ result, pictures }: { result: NewsResult; pictures: boolean }): VNode {
  return (
    <article class="story">
      <Picture src={result.thumbnail} pictures={pictures} width={160} height={100} class="thumbnail" />
      <div>
        <h2>
          <OutsideLink class="title-link" href={result.url}>
            {result.title || result.hostname}
          </OutsideLink>
        </h2>
        <Facts facts={[result.source, result.age]} />
        <p class="snippet">{result.description}</p>
        <FoundBy engines={result.engines} />
      </div>
    </article>
  );
}

function VideoEntry({ result, pictures }: { result: VideoResult; pictures: boolean }): VNode {
  return (
    <article class="tile">
      <h2>
        <OutsideLink class="title-link" href={result.url}>
          <Picture src={result.thumbnail} pictures={pictures} width={320} height={180} class="thumbnail" />
          <span class="title">{result.title || result.hostname}</span>
        </OutsideLink>
      </h2>
      <Facts facts={[result.duration, result.source, result.age]} />
      <FoundBy engines={result.engines} />
    </article>
  );
}
