import type { ComponentChildren, VNode } from 'preact';
import type { Session } from '../../../lib/accounts/session-store.ts';
import type { ApiError } from '../../../lib/errors.ts';
import type { Slot } from '../../../lib/providers/roster.ts';
import { MAX_PAGE } from '../../contract/params.ts';
import { problemLines } from '../field-problems.ts';
import { Mark } from '../mark.tsx';
import { waitText } from '../number-text.ts';
import { Page, type Part } from '../page.tsx';
import { localPath } from '../page-route.ts';
import type { Preferences } from '../preferences.ts';
import { useLooks, useTexts } from '../rendering.tsx';
import { SandboxNote } from '../sandbox-note.tsx';
import { hrefTo, type SearchAddress, type Tab } from '../search-address.ts';
import { BangHelp } from './bang-help.tsx';
import { NearMe } from './near-me.tsx';
import { DateSelect, EngineSelect, LanguageSelect, SafeSelect, SortSelect } from './search-filters.tsx';
import { Keys } from './search-keys.tsx';

const PARTS: Readonly<Record<Tab, readonly Part[]>> = {
  web: ['search', 'instant'],
  images: ['search', 'media'],
  news: ['search', 'media'],
  videos: ['search', 'media'],
  maps: ['search', 'maps'],
  translate: ['search', 'translate'],
};
/** The id of the form, for the filters elsewhere on the page. */
const FORM = 'search';
/** The id of the place before the results. */
const RESULTS = 'results';

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

/** The layout of the search page, around the content of its tab: the home page until something is searched. */
export function SearchFrame({ session, address, preferences, slots, tabs, problem, children }: FrameProps): VNode {
  const texts = useTexts().search;
  const { tab, q } = address;
  const name = texts.tabs[tab];
  const head = (
    <>
      {tab !== 'translate' && <SearchForm address={address} />}
      <Tabs address={address} tabs={tabs} />
    </>
  );
  const frame = { session, path: '/', wide: true, parts: PARTS[tab] };
  if (q === '' && tab !== 'translate') {
    return (
      <Page {...frame} title={tab === 'web' ? texts.search : name} look="home" top={null}>
        <h1 class="wordmark">
          <Mark /> Tributary
        </h1>
        {head}
        {problem && <Problem problem={problem} />}
        {children}
        <SandboxNote session={session} />
        <Foot session={session} address={address} tabs={tabs} slots={slots} />
      </Page>
    );
  }
  const heading = q === '' || tab === 'translate' ? name : texts.heading(q, name);
  const { firstPage } = useTexts().results;
  return (
    <Page
      {...frame}
      title={heading}
      look={`found on-${tab}`}
      top={head}
      skipTo={tab === 'translate' ? undefined : { id: RESULTS, text: texts.skipToResults }}
    >
      <h1 class="unseen">{heading}</h1>
      {tab !== 'translate' && (
        <Filters address={address} preferences={preferences} slots={slots}>
          {tab === 'maps' && <NearMe session={session} />}
        </Filters>
      )}
      {/* From here, the first result is one step of the tabulator away, or two. */}
      {tab !== 'translate' && <div id={RESULTS} tabindex={-1} />}
      {problem && (
        <Problem problem={problem}>
          {'page' in problem.body && (
            <p>
              <a href={hrefTo(address)}>{firstPage}</a>
            </p>
          )}
        </Problem>
      )}
      {children}
      <Foot session={session} address={address} tabs={tabs} slots={slots} />
    </Page>
  );
}

function Tabs({ address, tabs }: Pick<FrameProps, 'address' | 'tabs'>): VNode {
  const texts = useTexts().search;
  return (
    <nav class="tabs" aria-label={texts.whatToSearch}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab}>
            <a href={hrefTo(address, { tab })} aria-current={tab === address.tab ? 'page' : undefined}>
              {texts.tabs[tab]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The box. On the home page, which shows no filters, it keeps those of the address. */
function SearchForm({ address: { tab, q, filters } }: Pick<FrameProps, 'address'>): VNode {
  const texts = useTexts().search;
  const kept = Object.entries({ ...(tab !== 'web' && { tab }), ...(q === '' && filters) });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form with this role sends itself; <search> would only wrap it.
    <form id={FORM} class="search-bar" method="get" action="/" role="search" aria-label={texts.tabs[tab]}>
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label class="unseen" for="q">
        {tab === 'maps' ? texts.placeToFind : texts.searchFor}
      </label>
      <input
        id="q"
        name="q"
        type="search"
        dir="auto"
        value={q}
        maxlength={1_000}
        autocomplete="off"
        autocapitalize="none"
        enterkeyhint="search"
        autofocus={q === ''}
        data-suggest={tab === 'maps' ? undefined : '/suggest.json'}
      />
      <button type="submit">
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d="M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5 20 20" />
        </svg>
        <span class="unseen">{texts.search}</span>
      </button>
    </form>
  );
}

type FiltersProps = Pick<FrameProps, 'address' | 'preferences' | 'slots' | 'children'>;

/** They name only what differs from the preferences, so that later searches follow the preferences. */
function Filters({ address, preferences, slots, children }: FiltersProps): VNode {
  const texts = useTexts().filters;
  const { tab, params, filters } = address;
  const chip = (name: string) => ({ preferences, chip: { form: FORM, isActive: name in filters } });
  return (
    <fieldset class="filters">
      <legend class="unseen">{texts.filters}</legend>
      {/* First, because a phone shows the first chips. */}
      {tab === 'news' && <SortSelect sort={params.sort} {...chip('sort')} />}
      {tab !== 'maps' && <EngineSelect engine={params.engine} slots={slots} {...chip('engine')} />}
      {tab !== 'maps' && <SafeSelect safe={params.safe} {...chip('safe')} />}
      <LanguageSelect lang={params.lang} {...chip('lang')} />
      {tab !== 'maps' && tab !== 'images' && <DateSelect date={params.date} {...chip('date')} />}
      <button class="quiet apply" type="submit" form={FORM}>
        {texts.apply}
      </button>
      {Object.keys(filters).length > 0 && <a href={hrefTo({ ...address, filters: {} })}>{texts.clear}</a>}
      {children}
    </fieldset>
  );
}

/** Shows a problem, and when to try again if that is known. After an outage, that is a link. */
export function Problem({ problem, children }: { problem: ApiError; children?: ComponentChildren }): VNode {
  const { search: texts, results } = useTexts();
  const { language, address } = useLooks();
  // Nobody has typed the number of a page.
  const { page, ...others } = problem.body;
  const lines = [...(page === undefined ? [] : [results.noSuchPage(MAX_PAGE)]), ...problemLines(others)];
  const again = Number(problem.headers['retry-after'] ?? 0);
  const when = texts.tryAgainIn(waitText(again, language));
  const isOutage = problem.status === 503 && address !== null;
  return (
    <div class="notice problem" role="alert">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {again > 0 && <p>{isOutage ? <a href={localPath(address)}>{when}</a> : when}</p>}
      {children}
    </div>
  );
}

/** What is below everything. */
function Foot({ session, address, tabs, slots }: Pick<FrameProps, 'session' | 'address' | 'tabs' | 'slots'>): VNode {
  const { bangs, searchLink } = useTexts();
  return (
    <div class="foot">
      {session.isLink && <a href={`/login?next=${encodeURIComponent(hrefTo(address))}`}>{searchLink.signIn}</a>}
      <Keys>
        <h2>{bangs.title}</h2>
        <BangHelp tabs={tabs} slots={slots} />
      </Keys>
    </div>
  );
}
