import { fuseSlots } from '../../lib/search/fuse-slots.ts';
import { type JudgedQuery, ndcg } from './judged.ts';
import { type Kind, simulatedQueries } from './simulated.ts';
import { BEFORE, CHOSEN, orderBy, PREVIOUS, variants } from './variants.ts';

type Order = (lists: JudgedQuery['lists']) => string[];

/** The order that searches have. */
export const merged: Order = (lists) =>
  fuseSlots(lists, { identity: (page) => page, fill: (page) => page }).map(({ row }) => row);

/** The mean NDCG@10 over the queries, for the merge and for each variant. */
export function rankingTable(written: readonly JudgedQuery[], sandbox: readonly JudgedQuery[]) {
  const rows: [name: string, order: Order][] = [...variants].map(([name, score]) => [
    name,
    (lists) => orderBy(score, lists),
  ]);
  return [...rows, ['The merge', merged] as const].map(([name, order]) => ({
    name,
    written: mean(written, order),
    sandbox: mean(sandbox, order),
  }));
}

/** As many queries of a kind that the differences of means are certain to about 0.003. */
const SIMULATED = 400;

/** The mean NDCG@10 for engines that are made up. */
export function simulatedTable(kinds: readonly Kind[]) {
  return kinds.map((kind) => {
    const queries = simulatedQueries(kind, SIMULATED);
    const by = (name: string) => {
      const score = variants.get(name);
      return score ? mean(queries, (lists) => orderBy(score, lists)) : Number.NaN;
    };
    return {
      engines: kind.name,
      'in full': by(BEFORE),
      '(11 − rank)/10': by(PREVIOUS),
      '1/rank': by('A further list by 1/rank'),
      '1/rank, offset 10': by('A further list by 1/rank, offset 10'),
      'the merge': by(CHOSEN),
    };
  });
}

/** NDCG@10 of each query before and after. */
export function queryTable(queries: readonly JudgedQuery[]) {
  const [before] = [...variants.values()];
  return queries.map(({ query, lists, grades }) => ({
    query,
    before: before ? ndcg(orderBy(before, lists), grades) : 0,
    after: ndcg(merged(lists), grades),
  }));
}

/** A table as Markdown, with numbers of three digits. */
export function markdown(rows: readonly Record<string, string | number>[]): string {
  const cells = rows.map((row) =>
    Object.values(row).map((value) => (typeof value === 'number' ? value.toFixed(3) : value)),
  );
  const names = Object.keys(rows[0] ?? {});
  return [names, names.map(() => '---'), ...cells].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function mean(queries: readonly JudgedQuery[], order: Order): number {
  return queries.reduce((sum, { lists, grades }) => sum + ndcg(order(lists), grades), 0) / queries.length;
}
