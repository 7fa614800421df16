import type { LoadResult } from './load.ts';
import type { Measured } from './report.ts';

/** A row of the table, measured in every round. */
export interface Row<Result extends LoadResult = Measured> {
  what: string;
  connections: number;
  measure(): Promise<Result>;
  /** What the median is taken of; requests a second if undefined. */
  by?(result: Result): number;
}

/**
 * Measures every row once per round and keeps its median. The speed of a machine varies, but it varies for all rows:
 * the values that are compared were measured within a minute of each other, several times.
 */
export async function measureRounds<Result extends LoadResult>(
  rows: readonly Row<Result>[],
  rounds: number,
): Promise<(Result & Pick<Row, 'what' | 'connections'>)[]> {
  const measured = rows.map((): Result[] => []);
  for (let round = 1; round <= rounds; round++) {
    console.error(`round ${round} of ${rounds} …`);
    for (const [at, row] of rows.entries()) measured[at]?.push(await row.measure());
  }
  return rows.map(({ what, connections, by }, at) => ({ ...middle(measured[at] ?? [], by), what, connections }));
}

function middle<Result extends LoadResult>(
  results: readonly Result[],
  by = ({ perSecond }: Result) => perSecond,
): Result {
  const sorted = [...results].sort((a, b) => by(a) - by(b));
  return sorted[Math.floor(sorted.length / 2)] as Result;
}
