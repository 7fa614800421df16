import { createHmac, randomBytes } from 'node:crypto';
import type { PageFormat } from '../pages/page.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { openWithAny, type Seal } from '../seal.ts';
import type { PatternRule } from '../sites/address-patterns.ts';

/** What is wanted of each page, as `extract/` has it. */
export interface CrawlOptions {
  format: PageFormat;
  /** The whole page, not only its main content, and further texts of it: for the clients of other services. */
  whole?: boolean;
  also?: { format: PageFormat; whole: boolean }[];
  maxChars: number;
  links: boolean;
  images: boolean;
  query: string;
  chunks: number;
  /** Whether a browser renders pages: none, those that show nothing without it, or all. Absent: none. */
  render?: 'off' | 'auto' | 'on';
  /** How old a page may be that was read before, in milliseconds, and with whom such pages are shared. */
  maxAgeMs?: number;
  scope?: string;
  /** Whether callers want all that is known of a page. */
  isFull: boolean;
}

/** What is answered to a client of Firecrawl, and told its webhook. */
export interface CrawlDialect {
  /** What the client calls it. */
  kind: 'crawl' | 'batch_scrape';
  /** The texts that it wants, in the order of `format` and `also`. */
  texts: readonly string[];
  /** What its user is told of what was asked for and is not done. */
  warning: string;
  /** What its webhooks have to say. */
  metadata?: Readonly<Record<string, unknown>>;
}

/** What the webhook of a crawl may be told: that it began, each page, and how it ended. */
export const crawlEvents = ['started', 'page', 'completed', 'partial', 'failed', 'cancelled'] as const;
export type CrawlEvent = (typeof crawlEvents)[number];

/** Who is told of a crawl. */
export interface CrawlWebhook {
  /** The id of the endpoint. */
  endpoint: string;
  events: CrawlEvent[];
}

/** What somebody asked for. In Redis it is sealed. */
export interface CrawlRequest {
  /** Where it begins; all that is read if it follows nothing. Those are pages from the start, and not stored once more. */
  urls: string[];
  /** Whether it follows links. */
  follows: boolean;
  depth: number;
  subdomains: boolean;
  include: string[];
  exclude: string[];
  sitemap: 'use' | 'only' | 'skip';
  /** What the client of another service wants beside the patterns. */
  rules?: readonly PatternRule[];
  /** Whether addresses that differ in what follows `?` alone are one page: for the clients of other services. */
  ignoresQuery?: boolean;
  /** The time between two of its requests, if that is to be more than their hosts ask for; absent if not. */
  delayMs?: number;
  /** What the format of another service needs to answer in its shape. */
  dialect?: CrawlDialect;
  options: CrawlOptions;
  /** Who is told of it; absent if nobody is. */
  webhook?: CrawlWebhook;
  /** The key of this crawl's digests: they stay the same if the secret of the instance changes meanwhile. */
  salt: string;
}

/** What lists of crawls tell of what was asked for. */
export interface CrawlAbout {
  /** Where it begins. */
  url: string;
  depth: number;
  /** Of its dialect. */
  texts: readonly string[];
}

/** A page that waits to be read, or the address of a sitemap. */
export interface QueuedPage {
  url: string;
  /** How many links lead to it from the start. */
  depth: number;
  /** How many pages of a list lead to it. */
  lists: number;
  /** The addresses from which it was redirected. */
  hops: string[];
  /** Stands for the sitemaps that the robots.txt of its host names. */
  namesSitemaps?: true;
  /** A sitemap that nobody names: it is where most sites have theirs. */
  guessed?: true;
  /** How often it did not come in time; absent if it never was late. */
  late?: number;
  /** It was read, and takes another turn in the browser. */
  render?: true;
  /** A request was made for it in a turn before: for itself, or for the robots.txt of its site. */
  isAsked?: true;
}

/** A page as it is listed if it has failed or was skipped. */
export interface EndedPage {
  url: string;
  depth: number;
  reason: string;
}

const DIGEST_CHARS = 16;

export const newSalt = (): string => randomBytes(16).toString('base64url');

/** Seals what a crawl stores, and writes digests in place of addresses and texts. */
export class CrawlSeal {
  readonly request: CrawlRequest;
  readonly #seals: readonly Seal[];
  readonly #place: string;

  constructor(seals: readonly Seal[], id: string, request: CrawlRequest) {
    this.#seals = seals;
    this.#place = redisKeys.crawl(id);
    this.request = request;
  }

  /** The seal of a crawl, from its sealed request. */
  static open(seals: readonly Seal[], id: string, sealed: string): CrawlSeal {
    return new CrawlSeal(seals, id, CrawlSeal.read(seals, id, sealed));
  }

  /** Something of a crawl whose request is not known. */
  static read<Value>(seals: readonly Seal[], id: string, sealed: string): Value {
    return JSON.parse(openWithAny(seals, Buffer.from(sealed, 'base64url'), redisKeys.crawl(id)).text);
  }

  /** The request as it is stored. */
  sealedRequest(): string {
    const { urls, follows } = this.request;
    return this.sealed({ ...this.request, urls: follows ? urls : [] });
  }

  sealedAbout(): string {
    const { urls, depth, dialect } = this.request;
    const about: CrawlAbout = { url: urls[0] ?? '', depth, texts: dialect?.texts ?? [] };
    return this.sealed(about);
  }

  /** Equal texts of this crawl have equal digests. */
  digest(text: string): string {
    return createHmac('sha256', this.request.salt).update(text).digest('base64url').slice(0, DIGEST_CHARS);
  }

  sealed(value: unknown): string {
    return this.#seal(value, 'lasting').toString('base64url');
  }

  opened<Value>(sealed: string): Value {
    return JSON.parse(this.#open(Buffer.from(sealed, 'base64url')));
  }

  /** The same for a page with its text. */
  packed(value: unknown): Buffer {
    return this.#seal(value, 'lasting compressed');
  }

  /** `chars`: how much it is when it is unpacked, which may be hundreds of times as much. */
  unpacked<Value>(packed: Buffer): { value: Value; chars: number } {
    const text = this.#open(packed);
    return { value: JSON.parse(text), chars: text.length };
  }

  #seal(value: unknown, how: 'lasting' | 'lasting compressed'): Buffer {
    const [seal] = this.#seals as [Seal];
    return seal.seal(JSON.stringify(value), this.#place, how);
  }

  #open(sealed: Buffer): string {
    return openWithAny(this.#seals, sealed, this.#place).text;
  }
}
