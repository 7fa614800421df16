/** The squares of a QR code: `size` in a row and as many rows, 1 where one is dark. */
export interface Modules {
  readonly size: number;
  readonly data: Uint8Array;
}

/** Light squares around a code, on each side: what readers need at the least. */
export const QUIET = 2;

/** Every run of dark squares in one row, from left to right. */
export function darkRuns({ size, data }: Modules, row: number): { from: number; length: number }[] {
  const runs: { from: number; length: number }[] = [];
  for (let column = 0; column < size; ) {
    let end = column;
    while (end < size && data[row * size + end]) end++;
    if (end > column) runs.push({ from: column, length: end - column });
    column = end + 1;
  }
  return runs;
}
