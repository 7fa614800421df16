import { integer } from './config-values.ts';
import type { ReadSetting } from './settings-reader.ts';

/** The settings for crawls. */
export interface CrawlConfig {
  /** Maximum number of pages of a crawl. */
  maxPages: number;
  /** Time between two requests to a host whose robots.txt does not name one. */
  gapMs: number;
  /** How many crawls of an account may run at a time. */
  maxRunning: number;
  /** How long results are kept after the end of a crawl. */
  keepMs: number;
  /** How many bytes the crawls of an account, and of all accounts, may hold in Redis. */
  accountBytes: number;
  maxBytes: number;
}

const HOUR_MS = 3_600_000;
const MIB = 1024 * 1024;

/** Reads the settings for crawls. */
export function readCrawl(read: ReadSetting): CrawlConfig {
  return {
    maxPages: read('CRAWL_MAX_PAGES', integer(1, 100_000), 10_000),
    gapMs: read('CRAWL_GAP_MS', integer(0, 60_000), 1_000),
    maxRunning: read('CRAWL_MAX_RUNNING', integer(1, 1_000), 5),
    keepMs: read('CRAWL_KEEP_H', integer(1, 168), 24) * HOUR_MS,
    accountBytes: read('CRAWL_ACCOUNT_MB', integer(1, 100_000), 100) * MIB,
    maxBytes: read('CRAWL_MAX_MB', integer(1, 1_000_000), 500) * MIB,
  };
}
