import type { ComponentChildren, VNode } from 'preact';
import type { Session } from '../../../lib/accounts/session-store.ts';
import type { ApiError } from '../../../lib/errors.ts';
import type { Slot } from '../../../lib/providers/roster.ts';
import { problemLines } from '../field-problems.ts';
import { waitText } from '../number-text.ts';
import { Page, type Part } from '../page.tsx';
import type { Preferences } from '../preferences.ts';
import { hrefTo, type SearchAddress, type Tab } from '../search-address.ts';
import { DateSelect, EngineSelect, filtersInWords, LanguageSelect, SafeSelect } from './search-filters.tsx';

const TAB_NAMES: Readonly<Record<Tab, string>> = {
  web: 'Web',
  images: 'Images',
  news: 'News',
  videos: 'Videos',
  maps: 'Maps',
  translate: 'Translate',
};

const PARTS: Readonly<Record<Tab, readonly Part[]>> = {
  web: ['search', 'instant'],
  images: ['search', 'media'],
  news: ['search', 'media'],
  videos: ['search', 'media'],
  maps: ['search', 'maps'],
  translate: ['search', 'translate'],
};

interface FrameProps {
  session: Session;
  address: SearchAddress;
  preferences: Preferences;
  slots: readonly Slot[];
  /** The tabs to choose from. */
  tabs: readonly Tab[];
  problem?: ApiError | null;
  children?: ComponentChildren;
}

/** The layout of the search page, around the content of its tab. */
export function SearchFrame({ session, address, preferences, slots, tabs, problem, children }: FrameProps): VNode {
  const { tab, q } = address;
  const name = TAB_NAMES[tab];
  const heading = q === '' || tab === 'translate' ? name : `${q} – ${name}`;
  const start = q === '' && tab !== 'translate';
  return (
    <Page title={start && tab === 'web' ? 'Search' : heading} session={session} path="/" wide parts={PARTS[tab]}>
      <div class={start ? 'search start' : 'search'}>
        <h1 class={start ? undefined : 'unseen'}>{start ? 'Search' : heading}</h1>
        <Tabs address={address} tabs={tabs} />
        {tab !== 'translate' && <SearchForm address={address} preferences={preferences} slots={slots} />}
      </div>
      {problem && <Problem problem={problem} />}
      {children}
    </Page>
  );
}

function Tabs({ address, tabs }: Pick<FrameProps, 'address' | 'tabs'>): VNode {
  return (
    <nav class="tabs" aria-label="What to search">
      <ul>
        {tabs.map((tab) => (
          <li key={tab}>
            <a href={hrefTo(address, { tab })} aria-current={tab === address.tab ? 'page' : undefined}>
              {TAB_NAMES[tab]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Its filters name only what differs from the preferences, so that later searches follow the preferences. */
function SearchForm({ address, preferences, slots }: Pick<FrameProps, 'address' | 'preferences' | 'slots'>): VNode {
  const { tab, q, params } = address;
  const back = encodeURIComponent(hrefTo(address));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form with this role sends itself; <search> would only wrap it.
    <form method="get" action="/" role="search" aria-label={TAB_NAMES[tab]}>
      {tab !== 'web' && <input type="hidden" name="tab" value={tab} />}
      <div class="search-bar">
        <label class="unseen" for="q">
          {tab === 'maps' ? 'Name or address of a place' : 'Search for'}
        </label>
        <input
          id="q"
          name="q"
          type="search"
          value={q}
          maxlength={1_000}
          autocomplete="off"
          autocapitalize="none"
          enterkeyhint="search"
          autofocus={q === ''}
          data-suggest={tab === 'maps' ? undefined : '/suggest.json'}
        />
        <button type="submit">Search</button>
      </div>
      <details class="filters">
        <summary>
          Filters <span class="faint">{filtersInWords(params, slots)}</span>
        </summary>
        <div class="row">
          {tab !== 'maps' && <EngineSelect engine={params.engine} slots={slots} preferences={preferences} />}
          {tab !== 'maps' && <SafeSelect safe={params.safe} preferences={preferences} />}
          <LanguageSelect lang={params.lang} preferences={preferences} />
          {tab !== 'maps' && tab !== 'images' && <DateSelect date={params.date} />}
          <button class="quiet" type="submit">
            Apply
          </button>
          <a class="aside" href={`/preferences?next=${back}`}>
            Preferences
          </a>
        </div>
      </details>
    </form>
  );
}

/** Shows a problem, and when to try again if that is known. */
function Problem({ problem }: { problem: ApiError }): VNode {
  const again = Number(problem.headers['retry-after'] ?? 0);
  return (
    <div class="notice problem" role="alert">
      {problemLines(problem.body).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {again > 0 && <p>{`Try again in ${waitText(again)}.`}</p>}
    </div>
  );
}
