import type { MessagePort } from 'node:worker_threads';
import { rulesFor, verdictOn } from '../../lib/net/robots-txt.ts';
import { pageWork, pdfWork } from './page-work.ts';

/** Everything that takes time for a hostile site, so that none of it runs on the event loop of the worker process. */
const WORK = { page: pageWork, pdf: pdfWork, rules: rulesFor, verdict: verdictOn };

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
