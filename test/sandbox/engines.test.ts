import { describe, expect, test } from 'vitest';
import { UpstreamFailure } from '../../lib/outcome.ts';
import type { Adapter, Operation } from '../../lib/providers/adapter.ts';
import { adapters, engineSlugs } from '../../lib/providers/registry.ts';
import { BAD_KEY } from '../../lib/providers/stand-in.ts';
import type { SearchInput } from '../../lib/search/query.ts';
import { callStandIn } from '../harness/stand-in-calls.ts';

type Search = Operation<SearchInput, { results: readonly { url: string; title: string }[] }>;

/** The first is a subject of every tab, the second one of programmers. */
const QUERIES = ['climate', 'python'];
const input: SearchInput = { q: '', page: 1, lang: '', safe: true, date: null };
const tabs = ['web', 'images', 'news', 'videos'] as const;
const searches = [...adapters.values()]
  .filter(({ slug }) => engineSlugs.includes(slug))
  .flatMap((adapter) =>
    tabs.flatMap((tab): [string, string, Adapter, Search][] => {
      const search = adapter.operations[tab];
      return search ? [[adapter.slug, tab, adapter, search as Search]] : [];
    }),
  );

/** What an adapter makes of what the stand-in answers: the number of results, or the code of the failure. */
function outcome(adapter: Adapter, search: Search, key: string): number | string {
  try {
    return QUERIES.flatMap((q) => callStandIn(adapter, search, { ...input, q }, key).results).length;
  } catch (error) {
    if (error instanceof UpstreamFailure) return error.failure.code;
    throw error;
  }
}

describe('every engine has a stand-in that its adapter understands', () => {
  test.each(searches)('%s: %s', (_slug, _tab, adapter, search) => {
    expect(outcome(adapter, search, adapter.apiKey === 'required' ? 'sandbox' : '')).toBeGreaterThan(0);
  });
});

describe('a wrong key is refused', () => {
  const keyed = searches.filter(
    ([, , { apiKey, standIn }]) => apiKey === 'required' || (apiKey === 'optional' && standIn),
  );

  test.each(keyed)('%s: %s', (_slug, _tab, adapter, search) => {
    expect(outcome(adapter, search, BAD_KEY)).toBe('refused');
  });
});
