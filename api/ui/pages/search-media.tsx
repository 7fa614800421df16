import type { VNode } from 'preact';
import type { OutputOf } from '../../../lib/providers/adapter.ts';
import { type EngineSlice, type MergeOptions, mergeImages, mergeNews, mergeVideos } from '../../../lib/search/merge.ts';
import type { ImageResult, NewsResult, VideoResult } from '../../../lib/search/merged-results.ts';
import { noAnswerError } from '../../ask/outcomes.ts';
import { answeredBy, askEngines, type EngineAnswer, toSearchInput } from '../../search/engines.ts';
import { answerOnPage } from '../sandbox-note.tsx';
import { hasMore } from './search-more.ts';
import { EnginesLine, Facts, FoundBy, NothingFound, OutsideLink, Paging, Picture } from './search-parts.tsx';
import type { TabContent, TabContext } from './search-tab-content.ts';

type MediaTab = 'images' | 'news' | 'videos';

/** Creates a tab that lists one kind of result. `merge` merges the engines' slices, and `Entry` shows one result. */
function mediaTab<Name extends MediaTab, Result extends { url: string }>(
  tab: Name,
  merge: (slices: readonly EngineSlice<OutputOf<Name>>[], options: MergeOptions) => Result[],
  Entry: (props: { result: Result; pictures: boolean }) => VNode,
): (context: TabContext) => Promise<TabContent> {
  return async (context) => {
    const { address, pictures } = context;
    const input = toSearchInput({ q: address.q, ...address.params });
    // Image search has no date filter, as in the API.
    const asked = tab === 'images' ? { ...input, date: null } : input;
    const { providers } = context.services;
    const answered = await askEngines(tab, asked, address.params.engine ?? null, providers, context);
    const answers = answered.map(answerOnPage);
    const results = merge(answeredBy(answers), { ...input, now: Date.now(), stripTracking: true, detail: true });
    const problem = noAnswerError(answers);
    // TypeScript cannot infer that every tab's output is one of the tabs' outputs.
    const next = hasMore(tab, asked, answers as EngineAnswer<OutputOf<MediaTab>>[]);
    const content = (
      <section aria-label="Results">
        {results.length === 0 && !problem && <NothingFound address={address} />}
        <ol class={tab}>
          {results.map((result, index) => (
            // Several pictures of one page have the same address.
            <li key={index}>
              <Entry result={result} pictures={pictures} />
            </li>
          ))}
        </ol>
        <Paging address={address} next={next} />
        <EnginesLine answers={answers} />
      </section>
    );
    return { content, problem };
  };
}

export const imagesTab = mediaTab('images', mergeImages, ImageEntry);
export const newsTab = mediaTab('news', mergeNews, NewsEntry);
export const videosTab = mediaTab('videos', mergeVideos, VideoEntry);

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
