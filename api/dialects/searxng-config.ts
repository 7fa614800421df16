import { packageVersion } from '../../lib/package-version.ts';
import type { Operation } from '../../lib/providers/adapter.ts';
import type { SlotEngine } from '../../lib/providers/roster.ts';
import type { SearchInput } from '../../lib/search/query.ts';
import type { TabName } from '../search/engines.ts';
import type { Services } from '../services.ts';
import { dialectDeadlineMs } from './dialect.ts';
import { categoryNames, engineName, WEB_CATEGORY } from './searxng-params.ts';

const TAB_NAMES: readonly TabName[] = ['web', 'images', 'news', 'videos'];
const PLAIN_SEARCH: SearchInput = { q: 'test', page: 1, lang: '', safe: true, date: null };

/** SearXNG's description of an instance. Clients check the names of categories and engines against it. */
export function searxngConfig(services: Services): Record<string, unknown> {
  const { slots, suggest } = services.providers.roster;
  const timeout = dialectDeadlineMs(services) / 1_000;
  return {
    instance_name: 'Tributary',
    version: packageVersion,
    categories: [...categoryNames, WEB_CATEGORY],
    engines: slots.flatMap(({ engines }) => engines.map((engine) => ({ ...describe(engine), timeout }))),
    plugins: [],
    locales: {},
    default_locale: '',
    autocomplete: suggest[0]?.adapter.slug ?? '',
    safe_search: 1,
  };
}

function describe(engine: SlotEngine): Record<string, unknown> {
  const { operations } = engine.provider.adapter;
  const searches = TAB_NAMES.flatMap((tab) => (operations[tab] as Operation<SearchInput, unknown> | undefined) ?? []);
  const supports = (input: Partial<SearchInput>) =>
    searches.some((search) => (search.supports?.({ ...PLAIN_SEARCH, ...input }) ?? true) === true);
  return {
    name: engineName(engine),
    categories: [
      ...categoryNames.filter((_, index) => operations[TAB_NAMES[index] as TabName]),
      ...(operations.web ? [WEB_CATEGORY] : []),
    ],
    enabled: true,
    shortcut: engine.name,
    paging: supports({ page: 2 }),
    safesearch: supports({ safe: true }),
    time_range_support: supports({ date: 'w' }),
    language_support: supports({ lang: 'de' }),
  };
}
