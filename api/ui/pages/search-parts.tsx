import type { ComponentChildren, VNode } from 'preact';
import { numbersWith } from '../../../lib/answers/local-formats.ts';
import type { PictureSize } from '../../../lib/pictures/picture-operation.ts';
import { relativeAge } from '../../../lib/search/age.ts';
import type { FoundBy as FoundByEngine } from '../../../lib/search/merged-results.ts';
import { allSkipped, isSkipped, outcomeWord } from '../../ask/outcomes.ts';
import type { EngineOutcome } from '../../search/engines.ts';
import { outsideAddress } from '../outside-address.ts';
import { usePictureSource } from '../proxied-pictures.tsx';
import { useLanguage, useLooks, useTexts } from '../rendering.tsx';
import { hrefTo, type SearchAddress } from '../search-address.ts';

/** A link to another site, in a new tab if the visitor prefers that. What must not be linked is shown as text. */
export function OutsideLink({
  href,
  children,
  ...rest
}: {
  href: string;
  class?: string;
  children: ComponentChildren;
}) {
  const address = outsideAddress(href);
  const { newTab } = useLooks();
  if (address === null) return <span {...rest}>{children}</span>;
  return (
    <a href={address} rel="noreferrer noopener" target={newTab ? '_blank' : undefined} {...rest}>
      {children}
    </a>
  );
}

interface PictureProps {
  src: string;
  /** If false, nothing is loaded from other sites. */
  pictures: boolean;
  width: number;
  height: number;
  class: string;
  /** Default: thumbnail. */
  size?: PictureSize;
  /** What it is of. Its first letter is seen where there is no picture. */
  of?: string;
}

/** A picture from another site. The text beside it describes it. Its space is reserved before it loads. */
export function Picture({
  src,
  pictures,
  width,
  height,
  class: kind,
  size = 'thumbnail',
  of,
}: PictureProps): VNode | null {
  const source = usePictureSource(src, size);
  if (!pictures || source === null) return null;
  return (
    <span class={`picture ${kind}`} data-letter={of && firstLetter(of)}>
      <img
        src={source}
        alt=""
        data-letter={of && firstLetter(of)}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        referrerpolicy="no-referrer"
      />
    </span>
  );
}

interface SiteIconProps {
  src: string;
  name: string;
  pictures: boolean;
}

/** The icon of a site over its first letter, which is seen where there is no icon. */
export function SiteIcon({ src, name, pictures }: SiteIconProps): VNode {
  return (
    <span class="site-icon" aria-hidden="true">
      {firstLetter(name)}
      <Picture src={src} pictures={pictures} width={16} height={16} class="site-picture" of={name} />
    </span>
  );
}

const firstLetter = (name: string) => [...name][0]?.toUpperCase();

/** A page of a list, as far as it says whether there are others. */
interface ListedPage {
  results: readonly unknown[];
  has_more?: boolean | undefined;
}

/** Links to the previous page and, if there may be one, to more results, which `search.js` adds to the list. */
export function Paging({ address, listed }: { address: SearchAddress; listed: ListedPage }): VNode | null {
  const texts = useTexts().results;
  const page = address.params.page ?? 1;
  const next = listed.has_more ?? false;
  // A page beyond the last one has no neighbour with results: `NothingFound` leads back to the first.
  if (!next && (page === 1 || listed.results.length === 0)) return null;
  return (
    <nav class="paging" aria-label={texts.pages}>
      {page > 1 && (
        <a class="button quiet" rel="prev" href={hrefTo(address, { page: page - 1 })}>
          {texts.previous}
        </a>
      )}
      {page > 1 && <span>{texts.page(page)}</span>}
      {next && (
        <a class="button quiet" rel="next" href={hrefTo(address, { page: page + 1 })}>
          {texts.more}
        </a>
      )}
    </nav>
  );
}

/** The engines that found a result. */
export function FoundBy({ engines = [] }: { engines: readonly FoundByEngine[] | undefined }): VNode {
  return (
    <ul class="badges" aria-label={useTexts().results.foundBy}>
      {engines.map(({ engine, label }) => (
        <li key={engine}>{label}</li>
      ))}
    </ul>
  );
}

/** The message when nothing was found, and what may help. */
export function NothingFound({ address, outcomes = [] }: { address: SearchAddress; outcomes?: Outcomes }): VNode {
  const { results: texts, filters, engines } = useTexts();
  if (address.params.engine && allSkipped(outcomes)) {
    return (
      <p class="nothing">
        {engines.unserved}{' '}
        <a href={hrefTo({ ...address, filters: { ...address.filters, engine: 'all' } })}>{engines.askAll}</a>
      </p>
    );
  }
  const isBeyond = (address.params.page ?? 1) > 1;
  const isFiltered = Object.keys(address.filters).length > 0;
  return (
    <p class="nothing">
      {isBeyond ? texts.nothingMore : texts.nothing} <strong dir="auto">{address.q}</strong>.{' '}
      {isBeyond ? <a href={hrefTo(address)}>{texts.firstPage}</a> : texts.otherWords}{' '}
      {!isBeyond && isFiltered && <a href={hrefTo({ ...address, filters: {} })}>{filters.clear}</a>}
    </p>
  );
}

/** The non-empty facts on one line, separated by dots. */
export function Facts({ facts }: { facts: readonly string[] }): VNode | null {
  const known = facts.filter((fact) => fact !== '');
  return known.length === 0 ? null : <p class="facts faint">{known.join(' · ')}</p>;
}

type Outcomes = readonly EngineOutcome<unknown>[];

/** How the engines of a search fared: a line, which opens to the outcome of each. */
export function EnginesLine({ outcomes }: { outcomes: Outcomes }): VNode | null {
  const texts = useTexts().engines;
  const language = useLanguage();
  if (outcomes.length === 0) return null;
  return (
    <details class="engines faint" open={allSkipped(outcomes)}>
      <summary>{useSummary(outcomes)}</summary>
      <ul aria-label={texts.engines}>
        {outcomes.map(({ engine, provider, outcome }) => {
          const word = outcomeWord(outcome);
          const time = word === 'ok' ? texts.took(millisecondsText(outcome.ms, language)) : '';
          const isReason = !outcome.ok && word === 'skipped';
          const line = isReason ? outcome.failure.reason : `${engine.label} ${texts.outcomes[word]}${time}`;
          return <li key={provider}>{line}</li>;
        })}
      </ul>
    </details>
  );
}

/** "3 engines answered in 0.3 s · 1 did not". Engines that do not have what was asked for do not count. */
function useSummary(outcomes: Outcomes): string {
  const texts = useTexts().engines;
  const language = useLanguage();
  const answered = outcomes.filter(({ outcome }) => outcome.ok);
  const failed = outcomes.length - answered.length - outcomes.filter(isSkipped).length;
  const called = answered.filter(({ outcome }) => outcomeWord(outcome) === 'ok').map(({ outcome }) => outcome.ms);
  // That none answered is said by the problem, or by the note about outdated results.
  if (answered.length === 0) return allSkipped(outcomes) ? texts.noneAsked : texts.engines;
  const line =
    called.length === 0
      ? texts.cached(answered.length)
      : texts.answered(answered.length, secondsText(Math.max(...called), language));
  return failed === 0 ? line : `${line} · ${texts.failed(failed)}`;
}

const inHundredths = numbersWith({ maximumFractionDigits: 2 });
const inTenths = numbersWith({ maximumFractionDigits: 1 });
const plainNumber = numbersWith({ useGrouping: false });
const secondsText = (ms: number, language: string) =>
  `${(ms < 1_000 ? inHundredths : inTenths)(Math.max(0.01, ms / 1_000), language)} s`;
const millisecondsText = (ms: number, language: string) => `${plainNumber(Math.round(ms), language)} ms`;

interface AskingProps {
  count: number;
  /** The names of those that are asked because others found too little. */
  next: readonly string[];
  /** Whether others' results are shown. */
  hasResults?: boolean;
  /** Whether it is all that is shown, until something follows. */
  isNote?: boolean;
}

/** Says who is asked, in the place of the line about the engines. */
export function Asking({ count, next, hasResults = false, isNote = false }: AskingProps): VNode {
  const texts = useTexts().engines;
  const more = hasResults ? texts.askingMore : texts.asking(count);
  return (
    <p class={isNote ? 'engines asking' : 'engines'} role="status">
      {next.length > 0 ? texts.askingNext(next.join(', ')) : more}
    </p>
  );
}

/** Says that the results are outdated. */
export function StaleNote({ ageMs }: { ageMs: number | undefined }): VNode | null {
  const texts = useTexts().engines;
  const language = useLanguage();
  if (ageMs === undefined) return null;
  const age = relativeAge(new Date(Date.now() - ageMs).toISOString(), language, Date.now());
  return (
    <p class="notice" role="status">
      {texts.stale(age)}
    </p>
  );
}
