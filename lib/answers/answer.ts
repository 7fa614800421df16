import type { z } from 'zod';
import type { InputOf, OperationName, OutputOf } from '../providers/provider.ts';
import { plainOf } from './wording.ts';

/**
 * Instant answers: one file per kind. A kind says whether a query is its own, and works out the answer. A wrong answer is
 * worse than none: when in doubt, null.
 */

/** A query as every kind sees it. */
export interface InstantQuery {
  /** As it was typed: trimmed, composed (NFC), at most 1,000 characters. */
  q: string;
  /** In lower case, white space folded, without question wording and marks around it. See `wording.ts`. */
  plain: string;
  /** Language of the answer, a BCP 47 tag; empty is English. */
  lang: string;
  /** The asker's time zone (IANA). */
  tz: string;
  /** Milliseconds since the epoch. Never read the clock yourself: tests stop it. */
  now: number;
  /** The asker's own address and browser, for those who ask for them. */
  ip: string;
  userAgent: string;
}

/** A query and what is known of its asker, as every kind sees it. */
export function instantQuery(query: Omit<InstantQuery, 'plain'>): InstantQuery {
  return { ...query, plain: plainOf(query.q) };
}

/** What a kind has found. `data.value` is the result itself wherever there is one. */
export interface AnswerContent<Data> {
  /** One line that a person reads, in the language asked for where that costs little. */
  answer: string;
  data: Data;
}

interface Kind<Data> {
  /** `type` of the answer. */
  type: string;
  /** Shape of `data`; documents it, and the tests hold every answer to it. */
  data: z.ZodType<Data>;
  /** A query that this kind answers, for the documentation and the tests. */
  example: string;
  /** Its answers depend on nothing but the query and its language: not on the time, the asker, or chance. */
  lasting?: true;
  /** Cheap and linear, run on every query in the web process: whether it is worth trying. */
  match(query: InstantQuery): boolean;
}

/** The length of the query bounds the work: answered on the spot. `personal` ones are never kept by anyone. */
export interface InlineKind<Data> extends Kind<Data> {
  runs: 'inline';
  personal?: boolean;
  work(query: InstantQuery): AnswerContent<Data> | null;
}

/** May take time or room, however short the query is: answered in a thread, which is ended after 500 ms. */
export interface ThreadKind<Data> extends Kind<Data> {
  runs: 'thread';
  /**
   * Whether this query's work surely ends within a millisecond: it is then done on the spot, because the way to a thread
   * and back takes longer. Pure and cheap; false where there is any doubt. Asked only about queries that match.
   */
  isCheap?(query: InstantQuery): boolean;
  work(query: InstantQuery): AnswerContent<Data> | null | Promise<AnswerContent<Data> | null>;
}

/** Needs somebody else: answered through a provider's queue. */
export interface ProviderKind<Data> extends Kind<Data> {
  runs: 'provider';
  work(query: InstantQuery, lookUp: LookUp): Promise<AnswerContent<Data> | null>;
}

/** Asks the provider that can do this; rejects with ProviderAway when it gives no answer. */
export type LookUp = <Name extends OperationName>(operation: Name, input: InputOf<Name>) => Promise<OutputOf<Name>>;

/** The provider that an answer needs did not answer. */
export class ProviderAway extends Error {}

export type AnswerKind<Data = unknown> = InlineKind<Data> | ThreadKind<Data> | ProviderKind<Data>;

/** An answer as the API returns it. */
export interface InstantAnswer<Data = unknown> extends AnswerContent<Data> {
  type: string;
  query: string;
}

/** What a kind has found, as the API returns it. */
export function named(kind: AnswerKind, query: InstantQuery, { answer, data }: AnswerContent<unknown>): InstantAnswer {
  return { type: kind.type, query: query.q, answer, data };
}

/** Keeps `data`'s shape and the work that makes it together. */
export const inlineKind = <Data>(kind: Omit<InlineKind<Data>, 'runs'>): InlineKind<Data> => ({
  runs: 'inline',
  ...kind,
});
export const threadKind = <Data>(kind: Omit<ThreadKind<Data>, 'runs'>): ThreadKind<Data> => ({
  runs: 'thread',
  ...kind,
});
export const providerKind = <Data>(kind: Omit<ProviderKind<Data>, 'runs'>): ProviderKind<Data> => ({
  runs: 'provider',
  ...kind,
});
