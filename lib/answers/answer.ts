import type { z } from 'zod';
import type { InputOf, OperationName, OutputOf } from '../providers/adapter.ts';
import { Reading } from './reading/reading.ts';

/**
 * Instant answers: one file per kind. A kind decides whether it can answer a query, and computes the answer. A wrong
 * answer is worse than no answer: when in doubt, return null.
 */

/** The text of a query and the details of the requester. It can be passed to a thread. */
export interface QueryFields {
  /** The query as typed: trimmed, composed (NFC), at most 1,000 characters. */
  q: string;
  /** Language of the answer, as a BCP 47 tag; empty means English. */
  lang: string;
  /** The requester's time zone (IANA). */
  tz: string;
  /** Milliseconds since the epoch. Kinds never read the clock themselves, because tests stop it. */
  now: number;
  /** The requester's own address and browser, for queries about them. */
  ip: string;
  userAgent: string;
}

/** A query as every kind receives it. */
export interface InstantQuery extends QueryFields {
  /** What the query says. Kinds match on it. */
  reading: Reading;
}

/** Reads the query that every kind receives. */
export function instantQuery(fields: QueryFields): InstantQuery {
  return { ...fields, reading: new Reading(fields.q, fields.lang) };
}

/** What a thread needs to read the query again. */
export function fieldsOf({ q, lang, tz, now, ip, userAgent }: InstantQuery): QueryFields {
  return { q, lang, tz, now, ip, userAgent };
}

/** The result of a kind. `data.value` is the main value, if the answer has one. */
export interface AnswerContent<Data> {
  /** One line for people to read, in the requested language where that costs little. */
  answer: string;
  data: Data;
}

interface Kind<Data> {
  /** `type` of the answer. */
  type: string;
  /** Schema of `data`. It documents the shape, and the tests check every answer against it. */
  data: z.ZodType<Data>;
  /** A query that this kind answers, for the documentation and the tests. */
  example: string;
  /** Answers depend only on the query and its language: not on the time, the requester or chance. */
  lasting?: true;
  /**
   * Words, folded, that call this kind, and signs in the folded query that do. A query with none of them is not read any
   * further, so every query of this kind has one. A kind without words and signs reads every query.
   */
  words?(): Iterable<string>;
  signs?: RegExp;
  /** Whether the query is worth trying. Cheap and linear: it runs in the web process. */
  match(query: InstantQuery): boolean;
}

/** The length of the query bounds the work, so the web process does it itself. `personal` answers are never cached. */
export interface InlineKind<Data> extends Kind<Data> {
  runs: 'inline';
  personal?: boolean;
  work(query: InstantQuery): AnswerContent<Data> | null;
}

/** May need much time or memory even for a short query, so a thread does the work and is stopped after 500 ms. */
export interface ThreadKind<Data> extends Kind<Data> {
  runs: 'thread';
  /**
   * Whether the work on this query surely ends within a millisecond. The web process then does it itself, because the
   * round trip to a thread takes longer. Pure and cheap; returns false when in doubt. Called only for queries that
   * match.
   */
  isCheap?(query: InstantQuery): boolean;
  work(query: InstantQuery): AnswerContent<Data> | null | Promise<AnswerContent<Data> | null>;
}

/** Needs an upstream provider, called through its queue. */
export interface ProviderKind<Data> extends Kind<Data> {
  runs: 'provider';
  work(query: InstantQuery, lookUp: LookUp): Promise<AnswerContent<Data> | null>;
}

/** Calls the provider that supports the operation; rejects with ProviderAway when the provider does not answer. */
export type LookUp = <Name extends OperationName>(operation: Name, input: InputOf<Name>) => Promise<OutputOf<Name>>;

/** The provider that an answer needs did not answer. */
export class ProviderAway extends Error {}

/** A kind of instant answer. */
export type AnswerKind<Data = unknown> = InlineKind<Data> | ThreadKind<Data> | ProviderKind<Data>;

/** Whether the answers of a kind are about the requester. */
export function isPersonal(kind: AnswerKind): boolean {
  return kind.runs === 'inline' && kind.personal === true;
}

/** An answer as the API returns it. */
export interface InstantAnswer<Data = unknown> extends AnswerContent<Data> {
  type: string;
  query: string;
}

/** Turns the result of a kind into the answer that the API returns. */
export function named(kind: AnswerKind, query: InstantQuery, { answer, data }: AnswerContent<unknown>): InstantAnswer {
  return { type: kind.type, query: query.q, answer, data };
}

/** Infers one type for the schema of `data` and for the work that produces it. */
export const inlineKind = <Data>(kind: Omit<InlineKind<Data>, 'runs'>): InlineKind<Data> => ({
  runs: 'inline',
  ...kind,
});
/** Like `inlineKind`, for work in a thread. */
export const threadKind = <Data>(kind: Omit<ThreadKind<Data>, 'runs'>): ThreadKind<Data> => ({
  runs: 'thread',
  ...kind,
});
/** Like `inlineKind`, for work that needs a provider. */
export const providerKind = <Data>(kind: Omit<ProviderKind<Data>, 'runs'>): ProviderKind<Data> => ({
  runs: 'provider',
  ...kind,
});
