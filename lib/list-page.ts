/** Rows on one page of a list. Bounds what a page reads, however long the list is. */
export const PAGE_SIZE = 50;

/** One page of a list. */
export interface ListPage<Row> {
  rows: Row[];
  /** Starts at 1. */
  page: number;
  hasNext: boolean;
}

/** The page to show if this one is asked for: one beyond the end becomes the last one. */
export function existingPage(asked: number, total: number): number {
  return Math.min(asked, Math.max(1, Math.ceil(total / PAGE_SIZE)));
}
