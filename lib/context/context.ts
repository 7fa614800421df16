import { type Packed, type PackingLimits, packPassages } from './pack.ts';
import { type ContextPage, rankPassages, type Threshold } from './rank.ts';

/**
 * A context: the passages of several pages that answer a question, few enough for a model to read. Everything here is a
 * function of its input, because it runs in threads: all passages of all pages are ranked together, and packed.
 */

/** What a context is made of. */
export interface ContextTask extends PackingLimits {
  /** At least one. The best passages for each are taken in turn. */
  questions: readonly string[];
  pages: readonly ContextPage[];
  threshold: Threshold;
}

/** The passages of a context: pages by their best passage, and each page's in the order in which it is read. */
export function contextOf({ questions, pages, threshold, ...limits }: ContextTask): Packed[] {
  return packPassages(rankPassages(questions, pages, threshold), limits);
}
