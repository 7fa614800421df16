import { z } from 'zod';

/** The most documents of one request. */
export const MAX_DOCUMENTS = 1_000;
/** What counts of a document. Models cut longer ones anyway, or refuse them. */
export const MAX_DOCUMENT_CHARS = 2_000;
/** The most documents of one call: as many as servers take by default. */
export const DOCUMENTS_PER_CALL = 32;

/** What a model is asked to rank. */
export const rerankInputSchema = z.object({ query: z.string(), documents: z.array(z.string()) });
export type RerankInput = z.infer<typeof rerankInputSchema>;

/** The relevance of each document, from 0 to 1, in the order of the documents. */
export const rerankOutputSchema = z.object({ scores: z.array(z.number()) });
export type RerankOutput = z.infer<typeof rerankOutputSchema>;

/** A document in the order of a ranking: its place in the request, and how relevant it is, from 0 to 1. */
export interface RankedDocument {
  index: number;
  score: number;
}

/** The documents by their scores, the best first; equal ones stay in their order. */
export function ranked(scores: readonly number[]): RankedDocument[] {
  return scores.map((score, index) => ({ index, score })).sort((one, other) => other.score - one.score);
}
