import type { SearchInput } from '../../lib/search/query.ts';
import type { EngineOutcome, TabName } from './engines.ts';

const LAST_PAGE = 50;
/** Engines leave out a few results of a page, such as duplicates. */
const FULL_SHARE = 0.9;

/**
 * Whether an engine may have a next page: it supports one, and says so or filled this page, as far as its size is known.
 */
export function hasMore(
  tab: TabName,
  input: SearchInput,
  outcomes: readonly EngineOutcome<{ results: readonly unknown[]; hasNext?: boolean | undefined }>[],
): boolean {
  const next = { ...input, page: input.page + 1 };
  if (next.page > LAST_PAGE) return false;
  return outcomes.some(({ engine, outcome }) => {
    const operation = engine.provider.adapter.operations[tab];
    if (!outcome.ok || !operation || (operation.supports?.(next) ?? true) !== true) return false;
    const { results, hasNext } = outcome.value;
    return results.length > 0 && (hasNext ?? results.length >= (operation.pageSize ?? 0) * FULL_SHARE);
  });
}
