import { MAX_DOCUMENT_BYTES } from '../../lib/oauth/client-operation.ts';
import { MAX_PICTURE_BYTES } from '../../lib/pictures/picture-operation.ts';
import type { PermitLimits } from '../permits.ts';
import { sharesOf } from './shares.ts';

/** Requests that one process makes at a time. */
const PER_PROCESS = 25;

const CRAWLED_AT_A_TIME = 10;
/** As much as the protocol allows. */
export const MAX_SITEMAP_BYTES = 50 * 1024 * 1024;
/** They are large, and each is in memory while it is fetched. */
const SITEMAPS_AT_A_TIME = 2;

/** Time of all requests for one page. Waiting for permits does not count. */
export const PAGE_MS = 8_000;

/** What kind of thing is fetched. */
export interface Wanted {
  /** The types that a server may choose from. */
  accept: string;
  /** Maximum size, as it is sent and decompressed. */
  maxBytes: number;
  /** The time of all its requests, if it is not that of a page. */
  pageMs?: number;
  /** Whether a redirect is an answer itself, and is not followed. */
  staysThere?: boolean;
  /** Requests to one host at a time, by all worker processes together. */
  perHost: number;
  /** Requests of this process at a time. */
  ofProcess: PermitLimits;
}

/** A page to read. */
export const PAGE: Wanted = {
  accept: 'text/html,application/xhtml+xml,application/pdf;q=0.9,text/*;q=0.9,application/xml;q=0.8,*/*;q=0.5',
  maxBytes: 5 * 1024 * 1024,
  perHost: 2,
  ofProcess: sharesOf(PER_PROCESS),
};

/**
 * A page, a sitemap or a robots.txt for a crawl, which follows redirects itself. Crawls have permits of their own, so that no
 * search and no single page waits behind them.
 */
export const CRAWLED: Wanted = {
  accept: 'text/html,application/xhtml+xml,application/pdf;q=0.9,application/xml;q=0.9,text/*;q=0.9,*/*;q=0.5',
  maxBytes: 5 * 1024 * 1024,
  staysThere: true,
  // The gate of the host lets fewer through, by its own time.
  perHost: CRAWLED_AT_A_TIME,
  ofProcess: sharesOf(CRAWLED_AT_A_TIME),
};

/** A sitemap for a crawl. */
export const SITEMAP: Wanted = {
  ...CRAWLED,
  maxBytes: MAX_SITEMAP_BYTES,
  ofProcess: sharesOf(SITEMAPS_AT_A_TIME),
};

/** A picture. As many at a time from one host as a browser would load. */
export const PICTURE: Wanted = {
  accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif,image/x-icon;q=0.8',
  maxBytes: MAX_PICTURE_BYTES.full,
  perHost: 6,
  // They are few, small, and for a person who looks at them.
  ofProcess: { concurrency: PER_PROCESS, maxConcurrent: null, callsKey: '' },
};

/** The metadata document of an OAuth client. Its address is the client's name, so that it is nowhere else. */
export const CLIENT_DOCUMENT: Wanted = {
  accept: 'application/json',
  maxBytes: MAX_DOCUMENT_BYTES,
  staysThere: true,
  perHost: 2,
  ofProcess: sharesOf(PER_PROCESS),
};
