import type { ReadablePage } from './page.ts';

/** A passage of a page, and how well it fits a query. */
export interface Chunk {
  /** The headings above it, from the outermost, joined by ` › `. */
  heading: string;
  text: string;
  score: number;
}

/** The passages of a page that fit a query best, the best first. */
export function chunks(_page: ReadablePage, _query: string, _count: number): Chunk[] {
  return [];
}
