import type { MessagePort } from 'node:worker_threads';
import { notesFor } from '../../lib/net/robots-notes.ts';
import { rulesFor, verdictOn } from '../../lib/net/robots-txt.ts';
import { bestMatches } from '../../lib/sites/best-matches.ts';
import { crawlWork, sitemapWork } from '../crawl/crawl-work.ts';
import { pageWork, pdfWork } from './page-work.ts';
import { pageLinks, sitemapEntries } from './site-parts.ts';

/** Everything that takes time for a hostile site, so that none of it runs on the event loop of the worker process. */
const WORK = {
  page: pageWork,
  pdf: pdfWork,
  robots: (robot: string, file: Uint8Array, origin: string) => ({
    rules: rulesFor(robot, file),
    notes: notesFor(robot, file, origin),
  }),
  verdict: verdictOn,
  links: pageLinks,
  sitemap: sitemapEntries,
  matches: bestMatches,
  crawl: crawlWork,
  crawledSitemap: sitemapWork,
};

/** What threads do, by name. */
export type ThreadWork = typeof WORK;

/** A task as a thread gets it. */
export interface ThreadTask<Name extends keyof ThreadWork = keyof ThreadWork> {
  name: Name;
  args: Parameters<ThreadWork[Name]>;
  /** Where the thread says that it has begun: from then on, the time of the task counts. */
  begun: MessagePort;
}

/** Does a task, in a thread. */
export function threadWork({ name, args, begun }: ThreadTask): unknown {
  begun.postMessage(null);
  return (WORK[name] as (...given: unknown[]) => unknown)(...args);
}
