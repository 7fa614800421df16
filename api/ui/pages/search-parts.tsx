import type { ComponentChildren, VNode } from 'preact';
import { relativeAge } from '../../../lib/search/age.ts';
import type { FoundBy as FoundByEngine } from '../../../lib/search/merged-results.ts';
import { type OutcomeWord, outcomeWord } from '../../ask/outcomes.ts';
import type { EngineOutcome } from '../../search/engines.ts';
import { outsideAddress } from '../outside-address.ts';
import { PageLinks } from '../page-links.tsx';
import { usePictureSource } from '../proxied-pictures.tsx';
import { useLooks } from '../rendering.tsx';
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

/** An OpenStreetMap map. It may run its own scripts, but cannot reach this page or the visitor's other windows. */
export function MapFrame({ src, name, pictures }: { src: string; name: string; pictures: boolean }): VNode | null {
  if (!pictures || !src.startsWith('https://www.openstreetmap.org/')) return null;
  return (
    <iframe
      class="map"
      src={src}
      title={`Map of ${name}`}
      width={640}
      height={320}
      loading="lazy"
      // Without allow-same-origin the map has no origin to send, and the tile server refuses its requests.
      sandbox="allow-scripts allow-same-origin"
      referrerpolicy="no-referrer"
    />
  );
}

const OUTCOMES: Readonly<Record<OutcomeWord, string>> = {
  ok: 'answered',
  cached: 'from the cache',
  skipped: 'was not called',
  timeout: 'did not answer in time',
  rate_limited: 'has reached its rate limit',
  suspended: 'is paused after failures',
  overloaded: 'has too many searches waiting',
  error: 'failed',
};

/** The engines of a search, with the outcome of each. */
export function EnginesLine({ outcomes }: { outcomes: readonly EngineOutcome<unknown>[] }): VNode | null {
  if (outcomes.length === 0) return null;
  return (
    <ul class="engines faint" aria-label="Engines">
      {outcomes.map(({ engine, provider, outcome }) => {
        const word = outcomeWord(outcome);
        const time = word === 'ok' ? ` in ${Math.round(outcome.ms)} ms` : '';
        const isSkipped = !outcome.ok && word === 'skipped';
        const line = isSkipped ? outcome.failure.reason : `${engine.label} ${OUTCOMES[word]}${time}`;
        return <li key={provider}>{line}</li>;
      })}
    </ul>
  );
}

/** Says that the results are outdated. */
export function StaleNote({ ageMs }: { ageMs: number | undefined }): VNode | null {
  if (ageMs === undefined) return null;
  const age = relativeAge(new Date(Date.now() - ageMs).toISOString(), 'en', Date.now());
  return <p class="notice" role="status">{`No engine answers now. These results are from ${age}.`}</p>;
}

/** The engines that found a result. */
export function FoundBy({ engines = [] }: { engines: readonly FoundByEngine[] | undefined }): VNode {
  return (
    <ul class="badges" aria-label="Found by">
      {engines.map(({ engine, label }) => (
        <li key={engine}>{label}</li>
      ))}
    </ul>
  );
}

/** Links to the previous page and, if there may be one, the next page. */
export function Paging({ address, next }: { address: SearchAddress; next: boolean }): VNode | null {
  const page = address.params.page ?? 1;
  return <PageLinks page={page} hasNext={next} hrefOf={(other) => hrefTo(address, { page: other })} />;
}

/** The message when nothing was found. */
export function NothingFound({ address }: { address: SearchAddress }): VNode {
  return (
    <p class="nothing">
      No results for <strong>{address.q}</strong>
      {(address.params.page ?? 1) > 1 ? ' on this page.' : '. Try other words or fewer filters.'}
    </p>
  );
}

/** The non-empty facts on one line, separated by dots. */
export function Facts({ facts }: { facts: readonly string[] }): VNode | null {
  const known = facts.filter((fact) => fact !== '');
  return known.length === 0 ? null : <p class="facts faint">{known.join(' · ')}</p>;
}
