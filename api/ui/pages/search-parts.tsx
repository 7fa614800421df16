import type { ComponentChildren, VNode } from 'preact';
import { relativeAge } from '../../../lib/search/age.ts';
import type { FoundBy as FoundByEngine } from '../../../lib/search/merged-results.ts';
import { isSkipped, outcomeWord } from '../../ask/outcomes.ts';
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
}

/** A picture from another site. The text beside it describes it. Its space is reserved before it loads. */
export function Picture({ src, pictures, width, height, class: kind }: PictureProps): VNode | null {
  const source = usePictureSource(src);
  if (!pictures || source === null) return null;
  return (
    <span class={`picture ${kind}`}>
      <img
        src={source}
        alt=""
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        referrerpolicy="no-referrer"
      />
    </span>
  );
}

/** Links to the previous page and, if there may be one, to more results, which `search.js` adds to the list. */
export function Paging({ address, next }: { address: SearchAddress; next: boolean }): VNode | null {
  const texts = useTexts().results;
  const page = address.params.page ?? 1;
  if (page === 1 && !next) return null;
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

/** The message when nothing was found. */
export function NothingFound({ address }: { address: SearchAddress }): VNode {
  const texts = useTexts().results;
  return (
    <p class="nothing">
      {texts.nothing} <strong dir="auto">{address.q}</strong>
      {(address.params.page ?? 1) > 1 ? texts.nothingHere : texts.nothingAtAll}
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
    <details class="engines faint">
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
  if (answered.length === 0) return texts.noneAnswered;
  const line =
    called.length === 0
      ? texts.cached(answered.length)
      : texts.answered(answered.length, secondsText(Math.max(...called), language));
  return failed === 0 ? line : `${line} · ${texts.failed(failed)}`;
}

const secondsText = (ms: number, language: string) =>
  `${(ms / 1_000).toLocaleString(language, { maximumSignificantDigits: 2 })} s`;
const millisecondsText = (ms: number, language: string) =>
  `${Math.round(ms).toLocaleString(language, { useGrouping: false })} ms`;

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
