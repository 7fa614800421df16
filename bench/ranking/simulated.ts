import type { JudgedQuery } from './judged.ts';
import { Random } from './random.ts';

/**
 * Engines that are made up, over a web whose pages have known grades: how the merge depends on what the engines know and
 * on how long their lists are. It shows in which direction a rule errs, not how good an order is.
 */

const PAGES = 400;
const ENGINES = 3;
/** How much the grade of a page counts for an engine, what all of them misjudge alike, and what each does on its own. */
const GRADE = 1;
const SHARED_ERROR = 0.8;
const OWN_ERROR = 0.8;

/** A kind of engine. */
export interface Kind {
  name: string;
  /** The part of all pages that an engine knows. */
  knows: number;
  length: number;
}

/** The kinds that `docs/merging.md` compares. */
export const kinds: readonly Kind[] = [
  { name: 'One index, lists of 10', knows: 1, length: 10 },
  { name: 'One index, lists of 20', knows: 1, length: 20 },
  { name: 'Each knows 60 %, lists of 20', knows: 0.6, length: 20 },
  { name: 'Each knows 35 %, lists of 20', knows: 0.35, length: 20 },
];

/** The lists of such engines for a number of queries; always the same. */
export function simulatedQueries({ name, knows, length }: Kind, count: number): JudgedQuery[] {
  const random = new Random(1);
  const pages = Array.from({ length: PAGES }, (_, page) => ({
    id: `page${page}.example`,
    grade: page < 6 ? 2 : Number(page < 30),
  }));
  const grades = new Map(pages.flatMap(({ id, grade }) => (grade > 0 ? [[id, grade] as const] : [])));
  return Array.from({ length: count }, () => {
    const known = pages.map((page) => ({ ...page, merit: GRADE * page.grade + SHARED_ERROR * random.normal() }));
    const lists = Array.from({ length: ENGINES }, (_, engine) => {
      const seen = known
        .filter(() => random.next() < knows)
        .map(({ id, merit }) => ({ id, merit: merit + OWN_ERROR * random.normal() }));
      const rows = seen.sort((a, b) => b.merit - a.merit).slice(0, length);
      return { slot: String(engine), weight: 1, rows: rows.map(({ id }) => id) };
    });
    return { query: name, lists, grades };
  });
}
