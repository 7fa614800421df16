// What a person has seen after half a second, one and two: `npm run bench:first-second`. It plays every judged query of
// `bench/ranking` with engines that take from 100 ms to 3 s, in every combination, and shows for each share of the engines
// and each budget how soon there is a list, and how much of its top five is where the list of all engines has it.
import { enoughOf, listAt } from '../api/ui/first-paint.ts';
import { type JudgedQuery, ndcg, sandboxQueries, writtenQueries } from './ranking/judged.ts';
import { merged } from './ranking/table.ts';

const TIMES_MS = [100, 200, 300, 450, 700, 1_000, 1_700, 3_000];
const MOMENTS_MS = [500, 1_000, 2_000];
const TOP = 5;

/** When the first list is shown, by the times of the engines in their order. */
interface Rule {
  name: string;
  firstAt(endsMs: readonly number[]): number;
  /** Later results are added at the end instead of being merged. */
  appends?: true;
}

const shareRule = (share: number, budgetMs: number): Rule => ({
  name: `${share === 1 ? 'all' : 'two of three'}, at most ${budgetMs} ms`,
  firstAt(endsMs) {
    const enoughMs = endsMs[Math.ceil(endsMs.length * share) - 1] ?? 0;
    return Math.max(endsMs[0] ?? 0, Math.min(enoughMs, budgetMs));
  },
});

const rules: readonly Rule[] = [
  { name: 'first engine, the rest added below (before)', firstAt: ([first = 0]) => first + 100, appends: true },
  { name: 'first engine, re-ranked', firstAt: ([first = 0]) => first },
  ...[2 / 3, 1].flatMap((share) => [400, 700, 1_000, 1_500].map((budgetMs) => shareRule(share, budgetMs))),
  { name: 'all, however long', firstAt: (endsMs) => endsMs.at(-1) ?? 0 },
  {
    name: '**as built**',
    firstAt(endsMs) {
      const [resultsAt = 0] = endsMs;
      const enoughAt = endsMs[enoughOf(endsMs.length) - 1] ?? 0;
      // Until enough have ended, the budget counts.
      const byBudget = listAt({ resultsAt, enoughAt: null, answer: 'none' });
      return Math.min(byBudget, listAt({ resultsAt, enoughAt, answer: 'none' }));
    },
  },
];

/** Sums of what was seen at a moment. */
interface Seen {
  lists: number;
  inPlace: number;
  worth: number;
}

function play(rule: Rule, queries: readonly JudgedQuery[]) {
  const seen = MOMENTS_MS.map((): Seen => ({ lists: 0, inPlace: 0, worth: 0 }));
  let [plays, firstMs, firstInPlace] = [0, 0, 0];
  for (const { lists, grades } of queries) {
    const final = merged(lists).slice(0, TOP);
    const orders = new Map<string, string[]>();
    for (const times of combinations(lists.length)) {
      const ends = times.map((ms, at) => ({ ms, at })).sort((one, other) => one.ms - other.ms);
      const firstAt = rule.firstAt(ends.map(({ ms }) => ms));
      /** What is shown at a moment. */
      const shownAt = (ms: number): string[] => {
        const there = ends.filter((end) => end.ms <= ms).map(({ at }) => at);
        const key = (rule.appends ? there : [...there].sort()).join();
        const known = orders.get(key);
        if (known) return known;
        const order = rule.appends
          ? [...new Set(there.flatMap((at) => lists[at]?.rows ?? []))]
          : merged(lists.filter((_, at) => there.includes(at)));
        orders.set(key, order);
        return order;
      };
      plays += 1;
      firstMs += firstAt;
      firstInPlace += inPlace(shownAt(firstAt), final);
      for (const [index, ms] of MOMENTS_MS.entries()) {
        const at = seen[index];
        if (!at || firstAt > ms) continue;
        const shown = shownAt(ms);
        at.lists += 1;
        at.inPlace += inPlace(shown, final);
        at.worth += ndcg(shown, grades);
      }
    }
  }
  return { plays, firstMs: firstMs / plays, firstInPlace: firstInPlace / plays, seen };
}

/** How many of the first five are where they end. */
function inPlace(shown: readonly string[], final: readonly string[]): number {
  return final.filter((page, rank) => shown[rank] === page).length;
}

/** Every way in which this many engines can take their times. */
function combinations(engines: number): number[][] {
  return Array.from({ length: engines }).reduce<number[][]>(
    (all) => all.flatMap((times) => TIMES_MS.map((ms) => [...times, ms])),
    [[]],
  );
}

const queries = [...writtenQueries(), ...(await sandboxQueries())].map(({ lists, ...query }) => ({
  ...query,
  // As many as a new instance asks.
  lists: lists.slice(0, 3),
}));
const line = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`);
const HEAD = [
  'First list with',
  'first list after',
  `of its top ${TOP} in place`,
  ...MOMENTS_MS.map((ms) => `after ${ms / 1_000} s: list, in place, NDCG`),
];
line(HEAD);
line(HEAD.map(() => '---'));
for (const rule of rules) {
  const { plays, firstMs, firstInPlace, seen } = play(rule, queries);
  const cells = seen.map(({ lists, inPlace, worth }) =>
    [`${Math.round((100 * lists) / plays)} %`, (inPlace / plays).toFixed(1), (worth / plays).toFixed(2)].join(', '),
  );
  line([rule.name, `${Math.round(firstMs)} ms`, firstInPlace.toFixed(1), ...cells]);
}
