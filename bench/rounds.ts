import type { Measured, Measurement } from './report.ts';

/** A row of the table, measured in every round. */
export interface Row {
  what: string;
  connections: number;
  measure(): Promise<Measured>;
}

/**
 * Measures every row once per round and keeps its median. The speed of a machine varies, but it varies for all rows:
 * the values that are compared were measured within a minute of each other, several times.
 */
export async function measureRounds(rows: readonly Row[], rounds: number): Promise<Measurement[]> {
  const measured = rows.map((): Measured[] => []);
  for (let round = 1; round <= rounds; round++) {
    console.error(`round ${round} of ${rounds} …`);
    for (const [at, row] of rows.entries()) measured[at]?.push(await row.measure());
  }
  return rows.map(({ what, connections }, at) => ({ what, connections, ...middle(measured[at] ?? []) }));
}

function middle(results: readonly Measured[]): Measured {
  const sorted = [...results].sort((a, b) => a.perSecond - b.perSecond);
  return sorted[Math.floor(sorted.length / 2)] as Measured;
}
