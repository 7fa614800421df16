import type { IncomingHttpHeaders } from 'node:http';

/**
 * What an engine answers in the sandbox, in its own wire format. The adapter brings it along; the sandbox brings the
 * corpus and the server, and nothing else calls it.
 */
export interface StandIn {
  /** The part of the corpus that the engine has, because real engines differ in what they find. */
  covers?: Coverage;
  /** How much more a word counts in a title than in a text. Default: 2. */
  titleWeight?: number;
  /** Whether it finds only what contains every word of the query, as a plain keyword index does. */
  everyWord?: boolean;
  /** A pure function of the request and of what the corpus has. */
  answer(request: StandInRequest, find: Corpus): StandInReply;
}

/** Chances in percent that an engine has a document; pages by their kind. */
export interface Coverage {
  pages?: Readonly<Record<PageKind, number>>;
  images?: number;
  articles?: number;
  videos?: number;
}

export type PageKind = 'reference' | 'documentation' | 'small-web' | 'news' | 'forum' | 'institution' | 'commercial';

/** A request to a stand-in. */
export interface StandInRequest {
  method: string;
  /** Relative to the address of the stand-in; it begins with the path of the adapter's `defaultUrl`. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A stand-in's response. */
export interface StandInReply {
  status: number;
  headers?: Record<string, string>;
  /** Strings are sent as plain text, buffers unchanged, anything else as JSON. */
  body: unknown;
}

/** What of the corpus an engine has. */
export interface Corpus {
  pages(query: CorpusQuery): Found<FoundPage>;
  images(query: CorpusQuery): Found<FoundImage>;
  articles(query: CorpusQuery): Found<FoundArticle>;
  videos(query: CorpusQuery): Found<FoundVideo>;
  /** Popular queries that extend this one. */
  related(query: string, limit: number): string[];
  /** What an engine shows beside its results if the query names a thing that it knows. */
  card(query: string): FoundCard | null;
}

/** A search of the corpus. */
export interface CorpusQuery {
  text: string;
  /** ISO 639-1, or empty for any. Other languages rank lower; they are not hidden. */
  lang?: string;
  safe?: boolean;
  /** Only documents that changed within this many days, or since this time in milliseconds. */
  withinDays?: number | undefined;
  since?: number | undefined;
}

/** Documents that were found, the best first. */
export interface Found<D> {
  total: number;
  slice(from: number, to: number): D[];
}

interface FoundDocument {
  /** A number of its own, for formats in which rows have one. */
  id: number;
  url: string;
  title: string;
  /** ISO 639-1. */
  lang: string;
  adult: boolean;
}

interface DatedDocument extends FoundDocument {
  text: string;
  /** When it changed last, and how many days ago that is. */
  date: Date;
  daysAgo: number;
}

export interface FoundPage extends FoundDocument {
  text: string;
  /** Null if it is unknown when it changed. */
  date: Date | null;
  daysAgo: number | null;
  sitelinks: readonly { title: string; url: string }[];
}

export interface FoundImage extends FoundDocument {
  image: string;
  thumbnail: string;
  width: number;
  height: number;
}

export interface FoundArticle extends DatedDocument {
  publisher: string;
  /** Empty if there is none. */
  thumbnail: string;
}

export interface FoundVideo extends DatedDocument {
  publisher: string;
  channel: string;
  seconds: number;
  thumbnail: string;
}

export interface FoundCard {
  title: string;
  category: string;
  text: string;
  /** Its article. */
  url: string;
  image: string | null;
  website: string | null;
  attributes: readonly (readonly [name: string, value: string])[];
}

/** A key that every stand-in refuses, so that tests can check the handling of a wrong key. */
export const BAD_KEY = 'bad-key';

/** Parses a request body as a JSON object; null when it is anything else. */
export function jsonObject<T extends object>(body: string): T | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as T) : null;
  } catch {
    // The stand-in refuses what is not JSON.
    return null;
  }
}

/** The key of an `Authorization: Bearer` header; empty if there is none. */
export function bearerKey({ authorization = '' }: IncomingHttpHeaders): string {
  return /^Bearer (.+)$/.exec(authorization)?.[1] ?? '';
}
