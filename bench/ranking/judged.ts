import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { readConfig } from '../../lib/config/config.ts';
import type { Provider } from '../../lib/providers/provider.ts';
import { adapters } from '../../lib/providers/registry.ts';
import { buildRoster } from '../../lib/providers/roster.ts';
import { canonicalKey } from '../../lib/search/canonical-url.ts';
import type { SlotList } from '../../lib/search/fuse-slots.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { sandboxSettings } from '../../sandbox/settings.ts';

/** How well the merge orders results: the lists of engines for a query, and what each page is worth to the searcher. */

const FOLDER = 'bench/ranking';
const TOP = 10;
/** The engines of the sandbox that a new instance asks. */
const SANDBOX_ENGINES = ['brave', 'mojeek', 'marginalia'];

/** Pages by their grade: 3 is what most searchers want, 2 good, 1 related. A page without a grade is worth nothing. */
const gradesSchema = z.record(z.enum(['1', '2', '3']), z.array(z.string()));
const caseSchema = z.strictObject({
  query: z.string(),
  /** The addresses that an engine returns, best first, by its slug. The order of the engines is that of the slots. */
  lists: z.record(z.string(), z.array(z.string())),
  grades: gradesSchema,
});
const sandboxSchema = z.record(z.string(), gradesSchema);

/** A query with the lists of its engines and the grades of pages, by their keys. */
export interface JudgedQuery {
  query: string;
  lists: SlotList<string>[];
  grades: ReadonlyMap<string, number>;
}

/** The queries with lists that were written by hand. */
export function writtenQueries(): JudgedQuery[] {
  return readdirSync(`${FOLDER}/queries`)
    .sort()
    .map((file) => caseSchema.parse(read(`queries/${file}`)))
    .map(({ query, lists, grades }) => ({
      query,
      lists: Object.entries(lists).map(([slug, rows], index) => listOf(slug, index, rows.map(keyOf))),
      grades: byPage(grades),
    }));
}

/** The queries that the sandbox's engines answer. */
export async function sandboxQueries(): Promise<JudgedQuery[]> {
  const sandbox = await startSandbox();
  try {
    const { callable } = buildRoster(readConfig(sandboxSettings(`http://127.0.0.1:${sandbox.port}`)));
    return await Promise.all(
      Object.entries(sandboxSchema.parse(read('sandbox.json'))).map(async ([query, grades]) => ({
        query: `${query} (sandbox)`,
        lists: await Promise.all(
          SANDBOX_ENGINES.map(async (slug, index) => listOf(slug, index, await askEngine(callable.get(slug), query))),
        ),
        grades: byPage(grades),
      })),
    );
  } finally {
    await sandbox.close();
  }
}

/** NDCG@10: how much of the best possible worth of the first ten an order has, with less weight further down. */
export function ndcg(order: readonly string[], grades: ReadonlyMap<string, number>): number {
  const worth = (some: readonly number[]) =>
    some.slice(0, TOP).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
  const best = [...grades.values()].sort((a, b) => b - a);
  return worth(order.map((page) => grades.get(page) ?? 0)) / worth(best);
}

/** Slots as a new instance has them: the third takes all further engines. */
function listOf(slug: string, index: number, rows: readonly string[]): SlotList<string> {
  const adapter = adapters.get(slug);
  return { slot: ['a', 'b'][index] ?? 'c', weight: adapter?.weight ?? 1, index: adapter?.index, rows };
}

async function askEngine(provider: Provider | undefined, q: string): Promise<string[]> {
  const search = provider?.adapter.operations.web;
  if (!provider || !search) throw new Error('An engine of the sandbox has no web search.');
  const input = { q, page: 1, lang: '', safe: true, date: null };
  const { url, headers } = search.request(input, provider.settings);
  const response = await fetch(url, { headers });
  const body = await response.text();
  const { results } = search.parse({ status: response.status, headers: {}, body }, input, undefined, provider.settings);
  return results.map(({ key }) => key);
}

function byPage(grades: z.infer<typeof gradesSchema>): Map<string, number> {
  return new Map(
    Object.entries(grades).flatMap(([grade, pages]) => pages.map((page) => [keyOf(page), Number(grade)] as const)),
  );
}

const read = (file: string): unknown => JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8'));
const keyOf = (address: string) => canonicalKey(new URL(`https://${address}`));
