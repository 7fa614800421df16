import type { VNode } from 'preact';
import { relativeAge } from '../../../lib/search/age.ts';
import { useLanguage, useTexts } from '../rendering.tsx';
import type { SearchAddress } from '../search-address.ts';
import { EnginesLine, NothingFound, Paging, Picture, StaleNote } from './search-parts.tsx';
import { findPage, type PagedTab, type TabContent, type TabContext } from './search-tab-content.ts';

/** What a list of media shows. */
export interface ListProps<Result> {
  results: readonly Result[];
  address: SearchAddress;
  pictures: boolean;
}

/** Creates a tab that lists one kind of result. `List` is an `ol` whose items have the key of their result. */
export function mediaTab<Result>(
  tab: PagedTab<{ results: Result[]; has_more?: boolean | undefined }>,
  pageSize: number,
  List: (props: ListProps<Result>) => VNode,
): (context: TabContext) => Promise<TabContent> {
  return async (context) => {
    const { address, pictures } = context;
    const list = (results: readonly Result[]) => <List results={results} address={address} pictures={pictures} />;
    const searching = findPage(tab, context, pageSize, (results: Result[]) => <Results>{list(results)}</Results>);
    const { answers, failure: problem, staleMs, body } = await searching;
    const content = (
      <Results>
        <EnginesLine outcomes={answers} />
        <StaleNote ageMs={staleMs} />
        {body.results.length === 0 && !problem && <NothingFound address={address} />}
        {list(body.results)}
        <Paging address={address} next={body.has_more ?? false} />
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

/** The icon of a site over its first letter, which is seen where there is no icon. */
export function SiteIcon({ host, name, pictures }: { host: string; name: string; pictures: boolean }): VNode {
  return (
    <span class="site-icon" aria-hidden="true">
      {[...name][0]?.toUpperCase()}
      <Picture src={`https://${host}/favicon.ico`} pictures={pictures} width={16} height={16} class="site-picture" />
    </span>
  );
}

/** How old a result is, in the language of the page if its date is known. */
export function Age({ result: { age, published = '' } }: { result: { age: string; published?: string | undefined } }) {
  const language = useLanguage();
  if (published === '') return age === '' ? null : <span>{age}</span>;
  return <time dateTime={published}>{relativeAge(published, language, Date.now())}</time>;
}
