import type { InputOf, OperationName, OutputOf } from '../providers/adapter.ts';
import { Reading } from './reading/reading.ts';

/** The text of a query and the details of the requester. It can be passed to a thread. */
export interface QueryFields {
  /** The query as typed: trimmed, composed (NFC), at most 1,000 characters. */
  q: string;
  /** Language of the answer, as a BCP 47 tag; empty means that of the question. */
  lang: string;
  /** The requester's time zone (IANA). */
  tz: string;
  /** Milliseconds since the epoch. Kinds never read the clock themselves, because tests stop it. */
  now: number;
  /** The requester's own address and browser, for queries about them. */
  ip: string;
  userAgent: string;
  /** Whether pictures are wanted. They are many times the size of the rest. */
  pictures?: true;
}

/** A query as every kind receives it. */
export interface InstantQuery extends QueryFields {
  /** What the query says. Kinds match on it. */
  reading: Reading;
}

/** Reads the query that every kind receives. */
export function instantQuery(fields: QueryFields): InstantQuery {
  const reading = new Reading(fields.q, fields.lang, fields.tz);
  return { ...fields, lang: reading.lang, reading };
}

/** What a thread needs to read the query again. */
export function fieldsOf({ reading: _, ...fields }: InstantQuery): QueryFields {
  return fields;
}

/** The result of a kind. `data.value` is the main value, if the answer has one. */
export interface AnswerContent<Data> {
  /** One line for people to read, in the requested language where that costs little. */
  answer: string;
  data: Data;
}

/** Calls the provider that supports the operation; rejects with ProviderAway when the provider does not answer. */
export type LookUp = <Name extends OperationName>(operation: Name, input: InputOf<Name>) => Promise<OutputOf<Name>>;

/** The provider that an answer needs did not answer. */
export class ProviderAway extends Error {}

/** An answer as the API returns it. */
export interface InstantAnswer<Data = unknown> extends AnswerContent<Data> {
  type: string;
  query: string;
}
