import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { MAX_QUERY_CHARS } from '../contract/params.ts';

/** A query that is cut if it is too long: programs send a whole message as a query, and hide a 400 from people. */
export function cutIfLong<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((given) => (typeof given === 'string' ? cutQuery(given) : given), schema);
}

/** Cuts a query to the length that the API takes, after a word if it can. */
export function cutQuery(text: string): string {
  const characters = [...text.trim().normalize('NFC')];
  if (characters.length <= MAX_QUERY_CHARS) return text;
  const start = characters.slice(0, MAX_QUERY_CHARS).join('');
  const isWholeWord = /\s/.test(characters[MAX_QUERY_CHARS] as string);
  return isWholeWord ? start : start.replace(/\s+\S*$/, '');
}

/** Whether a text of a request was cut. An exact answer to the beginning of a question would be a wrong one. */
export function isCut({ query, body }: Pick<FastifyRequest, 'query' | 'body'>): boolean {
  const texts = [query, body].flatMap((given) => Object.values(given ?? {}));
  return texts.some((text) => typeof text === 'string' && cutQuery(text) !== text);
}
