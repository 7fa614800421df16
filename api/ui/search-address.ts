import { z } from 'zod';
import type { Roster } from '../../lib/providers/roster.ts';
import { domainIn } from '../../lib/search/domains.ts';
import { langParam, optionalUrlParam, qParam, type SearchParams, searchParams } from '../contract/params.ts';
import { sortParam } from '../contract/tab-params.ts';
import { haveTab } from '../search/engines.ts';
import { fieldProblems } from './field-problems.ts';
import type { Preferences } from './preferences.ts';

export const tabs = ['web', 'images', 'news', 'videos', 'maps', 'translate'] as const;
/** A tab of the search page. */
export type Tab = (typeof tabs)[number];

/** The tabs that this deployment can serve. Web is always one: it says what is not configured. */
export function servedTabs({ slots, serving }: Roster): Tab[] {
  return tabs.filter((tab) => {
    if (tab === 'web') return true;
    if (tab === 'maps') return serving('geocode').length > 0;
    if (tab === 'translate') return serving('translate').length > 0;
    return haveTab(slots, tab);
  });
}

/** The parameters in the search page's URL, with the visitor's preferences as defaults. */
export interface SearchAddress {
  tab: Tab;
  /** The query; empty before the first search. */
  q: string;
  /**
   * `similar` is the page of a picture, which a search for similar ones leaves out, and `of` the query that found it.
   * `sort` is for news alone.
   */
  params: Omit<SearchParams, 'q'> & {
    similar?: string | undefined;
    of?: string | undefined;
    sort?: 'date' | undefined;
    /** Shows what the visitor's rules for sites hide. */
    show?: 'hidden' | undefined;
    /** The site that a rule was just made for. */
    ruled?: string | undefined;
  };
  /** The filters that the URL itself sets, so that links can keep them. */
  filters: Readonly<Record<string, string>>;
}

const FILTERS = ['engine', 'safe', 'lang', 'date', 'sort', 'similar', 'of', 'show'] as const;
/** What only one search has: others do not keep it. */
const OF_ONE_SEARCH = ['similar', 'of'] as const;
/** The value of `lang` for any language. It is no language tag; an empty value means the preference. */
export const ANY_LANGUAGE = 'auto';

const addressFields = searchParams.extend({
  q: qParam.optional(),
  lang: z.preprocess((given) => (given === ANY_LANGUAGE ? '' : given), langParam).optional(),
  similar: optionalUrlParam,
  of: qParam.optional(),
  sort: sortParam,
  show: z.literal('hidden').optional().catch(undefined),
  ruled: z
    .string()
    .refine((site) => domainIn(site) === site)
    .optional()
    .catch(undefined),
  tab: z.enum(tabs, `Use ${tabs.slice(0, -1).join(', ')} or ${tabs.at(-1)}.`).optional(),
});

/** Reads the URL's parameters by the rules of the API. Reports invalid ones, and treats them as missing. */
export function readAddress(
  query: Readonly<Record<string, unknown>>,
  preferences: Preferences,
): { address: SearchAddress; problems: Record<string, string[]> | null } {
  const given = { ...query };
  // Forms also send empty fields. An empty `q` means no search; an empty filter means the preference.
  if (typeof given.q === 'string' && given.q.trim() === '') delete given.q;
  for (const name of FILTERS) if (given[name] === '') delete given[name];
  if (given.tab !== 'news') delete given.sort;
  const result = addressFields.safeParse(given);
  const problems = result.success ? null : fieldProblems(result.error);
  const good = Object.fromEntries(Object.entries(given).filter(([name]) => !problems?.[name]));
  const { q = '', tab = 'web', ...named } = addressFields.parse(good);
  const filters = FILTERS.flatMap((name) => (name in good ? [[name, [good[name]].flat().join(',')]] : []));
  const { engine, safe, lang } = preferences;
  const preferred = { engine, safe, lang, page: undefined, date: undefined };
  return { address: { tab, q, params: { ...preferred, ...named }, filters: Object.fromEntries(filters) }, problems };
}

/** The URL of the same search with another page, tab or query. */
export function hrefTo(
  { tab, q, filters }: SearchAddress,
  change: { tab?: Tab; q?: string; page?: number; similar?: string; of?: string; show?: 'hidden' | '' } = {},
): string {
  const to = { tab, q, ...change };
  const query = new URLSearchParams();
  if (to.q !== '') query.set('q', to.q);
  if (to.tab !== 'web') query.set('tab', to.tab);
  for (const [name, value] of Object.entries(filters)) query.set(name, value);
  // Another search is not for what is similar to the same picture.
  if (to.q !== q || to.tab !== tab) for (const name of [...OF_ONE_SEARCH, 'show']) query.delete(name);
  if (change.show !== undefined) query.delete('show');
  if (change.show) query.set('show', change.show);
  for (const name of OF_ONE_SEARCH) if (to[name]) query.set(name, to[name]);
  if (to.tab !== 'news') query.delete('sort');
  if (to.page !== undefined && to.page > 1) query.set('page', String(to.page));
  const text = query.toString();
  return text === '' ? '/' : `/?${text}`;
}
