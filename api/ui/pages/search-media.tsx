import type { VNode } from 'preact';
import { relativeAge } from '../../../lib/search/age.ts';
import { withoutCredentials } from '../outside-address.ts';
import { useLanguage, useTexts } from '../rendering.tsx';
import type { SearchAddress } from '../search-address.ts';
import { RulesNote } from '../site-rules.tsx';
import { ComingContent } from './coming-content.tsx';
import { EnginesLine, NothingFound, Paging, StaleNote } from './search-parts.tsx';
import { findPage, type PagedTab, type TabContent, type TabContext } from './search-tab-content.ts';

/** What a list of media shows. */
export interface ListProps<Result> {
  results: readonly Result[];
  address: SearchAddress;
  pictures: boolean;
}

/** Creates a tab that lists one kind of result. `List` is an `ol` whose items have the key of their result. */
export function mediaTab<Result>(
  tab: PagedTab<{ results: Result[]; has_more?: boolean | undefined; hidden?: number }>,
  pageSize: number,
  List: (props: ListProps<Result>) => VNode,
): (context: TabContext) => Promise<TabContent> {
  return async (context) => {
    const { address, pictures } = context;
    const list = (results: readonly Result[]) => <List results={results} address={address} pictures={pictures} />;
    const coming = new ComingContent<Result>(context, (results, asking) => (
      <Results>
        {asking}
        {list(results ?? [])}
      </Results>
    ));
    const { answers, failure: problem, staleMs, body } = await findPage(tab, context, pageSize, coming);
    coming.paint.stop();
    const content = (
      <Results>
        <EnginesLine outcomes={answers} />
        <StaleNote ageMs={staleMs} />
        <RulesNote address={address} hidden={body.hidden} />
        {body.results.length === 0 && !problem && <NothingFound address={address} outcomes={answers} />}
        {list(body.results)}
        <Paging address={address} listed={body} />
      </Results>
    );
    return { content, problem };
  };
}

function Results({ children }: { children: VNode | (VNode | false | null)[] }): VNode {
  return <section aria-label={useTexts().media.results}>{children}</section>;
}

/** Names a result in its list. */
export function resultKey({ url, title }: { url: string; title: string }): string {
  return `${withoutCredentials(url)} ${title}`;
}

/** How old a result is, in the language of the page if its date is known. */
export function Age({ result: { age, published = '' } }: { result: { age: string; published?: string | undefined } }) {
  const language = useLanguage();
  if (published === '') return age === '' ? null : <span>{age}</span>;
  return <time dateTime={published}>{relativeAge(published, language, Date.now())}</time>;
}
