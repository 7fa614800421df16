import type { VNode } from 'preact';
import type { InstantAnswer } from '../../../lib/answers/answer.ts';
import type { OutputOf } from '../../../lib/providers/adapter.ts';
import { correctionAmong } from '../../../lib/search/suggestions.ts';
import { trustedCorrection } from '../../../lib/search/trusted-correction.ts';
import { allCached } from '../../ask/outcomes.ts';
import { type WebResult, web } from '../../endpoints/web.ts';
import { hasAnswers } from '../../instant/answers.ts';
import { answeredBy, type EngineOutcome } from '../../search/engines.ts';
import { AwaitedAnswer, Instant } from '../instant/instant.tsx';
import { Marked, type MarkedWords, wordsToMark } from '../marked-words.tsx';
import { withoutCredentials } from '../outside-address.ts';
import { useTexts } from '../rendering.tsx';
import { hrefTo, type SearchAddress } from '../search-address.ts';
import { RulesNote, ruleMaker, WithRuleMaker } from '../site-rules.tsx';
import { ComingContent } from './coming-content.tsx';
import { ResultMenu } from './result-menu.tsx';
import { askBeside } from './search-beside.ts';
import { CardColumn } from './search-cards.tsx';
import { Age } from './search-media.tsx';
import { EnginesLine, FoundBy, NothingFound, OutsideLink, Paging, SiteIcon, StaleNote } from './search-parts.tsx';
import { findPage, type TabContent, type TabContext } from './search-tab-content.ts';

/** Most engines have twenty results on a page, so that one call of each fills the first page. */
const PAGE_SIZE = 15;

/** Web results, with an instant answer above and cards beside them on the first page. */
export async function webTab(context: TabContext): Promise<TabContent> {
  const { address, pictures } = context;
  const reading = context.services.rules.sourcesFor(undefined, context.rules);
  const maker = ruleMaker(context.session, reading instanceof Promise ? await reading : reading);
  // What is known of the instant answer: its type while it is awaited.
  let early: InstantAnswer | string | null = null;
  const coming = new ComingContent<WebResult>(context, (results, asking) => (
    <WebFound>
      {asking}
      {typeof early === 'string' && results && <AwaitedAnswer type={early} />}
      {early !== null && typeof early === 'object' && <Instant answer={early} />}
      <WithRuleMaker maker={maker} address={address}>
        <Results results={results ?? []} address={address} pictures={pictures} />
      </WithRuleMaker>
    </WebFound>
  ));
  // Until it is known whether the query has an answer, a list waits as for one from elsewhere.
  if (!hasAnswers()) coming.paint.answer = 'network';
  const searching = findPage(web, context, PAGE_SIZE, coming);
  const beside = askBeside(context, searching, {
    onAsked({ type, runs }) {
      early = type;
      coming.paint.answer = runs === 'provider' ? 'network' : 'local';
    },
    onAnswer(answer) {
      early = answer;
      coming.paint.answer = answer ? 'there' : 'none';
    },
  });
  const { answers, failure: problem, staleMs, body } = await searching;
  const { instant, cards, related, suggested } = await beside;
  const isEmpty = body.results.length === 0 && !problem;
  // Only then is it worth waiting for: the one call has left already, and the cache keeps its answer.
  const correction = correctionIn(answers, address) || (isEmpty ? correctionAmong(await suggested, address.q) : '');
  coming.paint.stop();
  const content = (
    <WebFound aside={<CardColumn cards={cards} address={address} pictures={pictures} />}>
      <EnginesLine outcomes={answers} />
      <Correction address={address} correction={correction} />
      <StaleNote ageMs={staleMs} />
      {instant && <Instant answer={instant} />}
      {isEmpty && <NothingFound address={address} outcomes={answers} />}
      <WithRuleMaker maker={maker} address={address}>
        <RulesNote address={address} hidden={body.hidden} />
        <Results results={body.results} address={address} pictures={pictures} />
      </WithRuleMaker>
      <Paging address={address} listed={body} />
      <Related address={address} queries={related ?? []} />
    </WebFound>
  );
  // An instant answer may be about this moment, and a page without results may cost nothing.
  const isLasting = allCached(answers) && body.results.length > 0 && instant === null && related !== null;
  return { content, problem, isLasting: isLasting && staleMs === undefined };
}

function WebFound({ children, aside }: { children: (VNode | null | false)[]; aside?: VNode }): VNode {
  return (
    <div class="columns">
      {/* Where cards are above the results, they must arrive first. */}
      {aside}
      <section aria-label={useTexts().results.results}>{children}</section>
    </div>
  );
}

interface ResultsProps {
  results: readonly WebResult[];
  address: SearchAddress;
  pictures: boolean;
}

function Results({ results, address, pictures }: ResultsProps): VNode {
  const words = wordsToMark(address.q);
  return (
    <ol class="results">
      {results.map((result) => (
        <li key={result.url} data-result={withoutCredentials(result.url)}>
          <Result result={result} words={words} pictures={pictures} address={address} />
        </li>
      ))}
    </ol>
  );
}

/** Only the answers to a first page have more than the results. */
function correctionIn(answers: readonly EngineOutcome<unknown>[], { q, params }: SearchAddress): string {
  if ((params.page ?? 1) > 1) return '';
  return trustedCorrection(answeredBy(answers as EngineOutcome<OutputOf<'web'>>[]), q);
}

function Correction({ address, correction }: { address: SearchAddress; correction: string }): VNode | null {
  const texts = useTexts().results;
  if (correction === '') return null;
  return (
    <p class="correction">
      {texts.didYouMean}{' '}
      <a href={hrefTo(address, { q: correction })} dir="auto">
        {correction}
      </a>
      ?
    </p>
  );
}

interface ResultProps {
  result: WebResult;
  /** The words of the query. */
  words: MarkedWords;
  pictures: boolean;
  address: SearchAddress;
}

function Result({ result, words, pictures, address }: ResultProps): VNode {
  const [site = '', ...path] = result.display_url.split(' › ');
  return (
    <article class="result">
      <p class="crumbs faint">
        <SiteIcon src={result.favicon_url} name={site} pictures={pictures} />
        <span class="site">{site}</span>
        {path.length > 0 && <span class="path">{`› ${path.join(' › ')}`}</span>}
      </p>
      <h2 dir="auto">
        <OutsideLink class="title-link" href={result.url}>
          {result.title || result.display_url}
        </OutsideLink>
      </h2>
      <ResultMenu url={result.url} title={result.title || result.display_url} address={address} />
      {(result.description !== '' || result.age !== '') && (
        <p class="snippet" dir="auto">
          {/* The direction is that of the description. */}
          {result.age !== '' && (
            <span class="faint">
              <bdi>
                <Age result={result} />
              </bdi>
              {' · '}
            </span>
          )}
          <Marked text={result.description} words={words} />
        </p>
      )}
      {result.sitelinks.length > 0 && (
        <ul class="sitelinks">
          {result.sitelinks.map(({ title, url }) => (
            <li key={url} dir="auto">
              <OutsideLink href={url}>{title}</OutsideLink>
            </li>
          ))}
        </ul>
      )}
      <FoundBy engines={result.engines} />
    </article>
  );
}

function Related({ address, queries }: { address: SearchAddress; queries: readonly string[] }): VNode | null {
  const texts = useTexts().results;
  if (queries.length === 0) return null;
  return (
    <section class="related" aria-labelledby="related">
      <h2 id="related">{texts.related}</h2>
      <ul>
        {queries.map((q) => (
          <li key={q} dir="auto">
            <a href={hrefTo(address, { q })}>{q}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
