import type { VNode } from 'preact';
import type { InstantAnswer } from '../../../lib/answers/answer.ts';
import { trustedCorrection } from '../../../lib/search/trusted-correction.ts';
import { type WebResult, web } from '../../routes/web.ts';
import { answeredBy } from '../../search/engines.ts';
import { hasMore } from '../../search/more.ts';
import { Instant } from '../instant/instant.tsx';
import { hrefTo, type SearchAddress } from '../search-address.ts';
import { askBeside } from './search-beside.ts';
import { CardColumn } from './search-cards.tsx';
import { EnginesLine, FoundBy, NothingFound, OutsideLink, Paging, Picture, StaleNote } from './search-parts.tsx';
import { onPage, searchedIn, showing, type TabContent, type TabContext } from './search-tab-content.ts';

/** Web results, with an instant answer above and cards beside them on the first page. */
export async function webTab(context: TabContext): Promise<TabContent> {
  const { address, pictures, services } = context;
  const params = searchedIn(address);
  let early: InstantAnswer | null = null;
  const searching = web.search(params, services, context, onPage, {
    onProgress: showing(context, (results: WebResult[]) => (
      <div class="columns">
        <section aria-label="Results">
          {early && <Instant answer={early} />}
          <Results results={results} pictures={pictures} />
        </section>
      </div>
    )),
  });
  const beside = askBeside(context, searching, (answer) => {
    early = answer;
  });
  const { answers, failure: problem, staleMs, body } = await searching;
  const { instant, cards } = await beside;
  const content = (
    <div class="columns">
      <section aria-label="Results">
        <Correction address={address} correction={trustedCorrection(answeredBy(answers), address.q)} />
        <StaleNote ageMs={staleMs} />
        {instant && <Instant answer={instant} />}
        {body.results.length === 0 && !problem && <NothingFound address={address} />}
        <Results results={body.results} pictures={pictures} />
        <Paging address={address} next={hasMore('web', web.inputOf(params), answers)} />
        <EnginesLine outcomes={answers} />
      </section>
      <CardColumn cards={cards} pictures={pictures} />
    </div>
  );
  return { content, problem };
}

function Results({ results, pictures }: { results: readonly WebResult[]; pictures: boolean }): VNode {
  return (
    <ol class="results">
      {results.map((result) => (
        <li key={result.url} data-result={result.url}>
          <Result result={result} pictures={pictures} />
        </li>
      ))}
    </ol>
  );
}

function Correction({ address, correction }: { address: SearchAddress; correction: string }): VNode | null {
  if (correction === '') return null;
  return (
    <p class="correction">
      Did you mean <a href={hrefTo(address, { q: correction })}>{correction}</a>?
    </p>
  );
}

function Result({ result, pictures }: { result: WebResult; pictures: boolean }): VNode {
  return (
    <article class="result">
      <p class="crumbs faint">
        <Picture src={result.favicon_url} pictures={pictures} width={16} height={16} class="favicon" />
        <span>{result.display_url}</span>
      </p>
      <h2>
        <OutsideLink class="title-link" href={result.url}>
          {result.title || result.display_url}
        </OutsideLink>
      </h2>
      {(result.description !== '' || result.age !== '') && (
        <p class="snippet">
          {result.age !== '' && <span class="faint">{`${result.age} · `}</span>}
          {result.description}
        </p>
      )}
      {result.sitelinks.length > 0 && (
        <ul class="sitelinks">
          {result.sitelinks.map(({ title, url }) => (
            <li key={url}>
              <OutsideLink href={url}>{title}</OutsideLink>
            </li>
          ))}
        </ul>
      )}
      <FoundBy engines={result.engines} />
    </article>
  );
}
