/** The modules of a QR code: `size` rows of `size` modules, 1 for dark. */
export interface Modules {
  readonly size: number;
  readonly data: Uint8Array;
}

/** Width of the light margin on each side: the minimum that readers need. */
export const QUIET = 2;

/** All runs of dark modules in a row, from left to right. */
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
