import type { SearchInput } from '../../lib/search/query.ts';
import type { EngineOutcome, TabName } from './engines.ts';

const LAST_PAGE = 50;
/** Engines leave out a few results of a page, such as duplicates. */
const FULL_SHARE = 0.9;

/** Whether an engine may have a next page: it supports one, and this page was full, as far as its size is known. */
export function hasMore(
  tab: TabName,
  input: SearchInput,
  outcomes: readonly EngineOutcome<{ results: readonly unknown[] }>[],
): boolean {
  const next = { ...input, page: input.page + 1 };
  if (next.page > LAST_PAGE) return false;
  return outcomes.some(({ engine, outcome }) => {
    const operation = engine.provider.adapter.operations[tab];
    if (!outcome.ok || !operation || (operation.supports?.(next) ?? true) !== true) return false;
    const found = outcome.value.results.length;
    return found > 0 && found >= (operation.pageSize ?? 0) * FULL_SHARE;
  });
}
