import { applyRules, type Ruled, type RuleSource } from '../../lib/rules/apply.ts';
import type { ResultList } from '../cache/list-cache.ts';
import type { SearchContext, Shown } from './search-context.ts';

/** What the rules of a request make of a list of results. */
export type Rules = (results: readonly unknown[]) => Ruled<unknown>;

/** The rules of a request; null if there are none. A promise only if a list has to be read from Redis. */
export function rulesFor(
  { params, services, rules: stored }: SearchContext,
  { unruled = false }: Shown,
): Rules | null | Promise<Rules | null> {
  const found = unruled
    ? services.rules.sourcesFor(undefined, undefined)
    : services.rules.sourcesFor(params.rules, stored);
  const asRules = (sources: readonly RuleSource[] | null): Rules | null =>
    sources && ((results) => applyRules(results as { url: string }[], sources, params.sort === 'date'));
  return found instanceof Promise ? found.then(asRules) : asRules(found);
}

/** A page of the engines as the rules leave it. */
export function ruledPage<Page extends { list: { results: unknown[] } }>(
  page: Page,
  rules: Rules | null,
): Page & { hidden?: number } {
  if (!rules) return page;
  const { rows, hidden } = rules(page.list.results);
  return { ...page, list: { ...page.list, results: rows }, hidden };
}

/** A kept list as the rules leave it. */
export interface RuledList {
  results: readonly unknown[];
  /** How many of them are from the engines' first page. */
  firstLength: number;
  /** Undefined without rules. */
  hidden?: number;
}

/**
 * Applies rules to a kept list: to each page of the engines by itself, so that what earlier pages have shown stays where
 * it is while the list grows.
 */
export function ruledList({ results, lengths }: ResultList, rules: Rules | null): RuledList {
  if (!rules) return { results, firstLength: lengths[0] ?? 0 };
  let begin = 0;
  const parts = lengths.map((length) => {
    begin += length;
    return rules(results.slice(begin - length, begin));
  });
  return {
    results: parts.flatMap(({ rows }) => rows),
    firstLength: parts[0]?.rows.length ?? 0,
    hidden: parts.reduce((sum, { hidden }) => sum + hidden, 0),
  };
}
