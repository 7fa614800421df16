import type { VNode } from 'preact';
import type { OutputOf } from '../../../lib/providers/adapter.ts';
import { relativeAge } from '../../../lib/search/age.ts';
import type { EngineOutcome } from '../../search/engines.ts';
import { hasMore } from '../../search/more.ts';
import type { TabSearch } from '../../search/search-tab.ts';
import { useLanguage, useTexts } from '../rendering.tsx';
import type { SearchAddress } from '../search-address.ts';
import { EnginesLine, NothingFound, Paging, StaleNote } from './search-parts.tsx';
import { onPage, searchedIn, showing, type TabContent, type TabContext } from './search-tab-content.ts';

type MediaTab = 'images' | 'news' | 'videos';

/** What a list of media shows. */
export interface ListProps<Result> {
  results: readonly Result[];
  address: SearchAddress;
  pictures: boolean;
}

/** Creates a tab that lists one kind of result. `List` is an `ol` whose items have the key of their result. */
export function mediaTab<Name extends MediaTab, Result>(
  { tab, inputOf, search }: TabSearch<Name, { results: Result[] }>,
  List: (props: ListProps<Result>) => VNode,
): (context: TabContext) => Promise<TabContent> {
  return async (context) => {
    const { address, pictures, services } = context;
    const params = searchedIn(address);
    const list = (results: readonly Result[]) => <List results={results} address={address} pictures={pictures} />;
    const onProgress = showing(context, (results: Result[]) => <Results>{list(results)}</Results>);
    const searching = search(params, services, context, onPage, { onProgress });
    const { answers, failure: problem, staleMs, body } = await searching;
    // TypeScript cannot infer that every tab's output is one of the tabs' outputs.
    const next = hasMore(tab, inputOf(params), answers as EngineOutcome<OutputOf<MediaTab>>[]);
    const content = (
      <Results>
        <StaleNote ageMs={staleMs} />
        {body.results.length === 0 && !problem && <NothingFound address={address} />}
        {list(body.results)}
        <Paging address={address} next={next} />
        <EnginesLine outcomes={answers} />
      </Results>
    );
    return { content, problem };
  };
}

function Results({ children }: { children: VNode | (VNode | false | null)[] }): VNode {
  return <section aria-label={useTexts().media.results}>{children}</section>;
}

/** Names a result in its list. Several pictures of one page have the same address. */
export function resultKey({ url, title }: { url: string; title: string }): string {
  return `${url} ${title}`;
}

/** How old a result is, in the language of the page if its date is known. */
export function Age({ result: { age, published = '' } }: { result: { age: string; published?: string | undefined } }) {
  const language = useLanguage();
  if (published === '') return age === '' ? null : <span>{age}</span>;
  return <time dateTime={published}>{relativeAge(published, language, Date.now())}</time>;
}
