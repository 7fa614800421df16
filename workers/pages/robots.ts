import { LRUCache } from 'lru-cache';
import { Deadline } from '../../lib/deadline.ts';
import { Ending, until } from '../../lib/net/ending.ts';
import { PageFailure, PageRefused, reasonOf, tooLate } from '../../lib/net/page-failure.ts';
import { NO_NOTES, type RobotsNotes } from '../../lib/net/robots-notes.ts';
import { MAX_ROBOTS_BYTES } from '../../lib/net/robots-txt.ts';
import type { Errand, GuardedHttp } from './guarded-http.ts';
import type { PageThreads } from './page-threads.ts';

/** The rules of a site as `rulesFor` writes them with what else its file says, or why that could not be read. */
type Policy = { rules: string; notes: RobotsNotes } | { unreadable: string };

/** A page that is fetched: the comparisons of rules that are left to it. */
export interface RobotsErrand extends Errand {
  comparisons: number;
}

/** A robots.txt that is being fetched, and how many requests wait for it. */
interface Asking {
  policy: Promise<Policy>;
  askers: number;
  /** Whether a request was made for it: its host may be refused. */
  sent: { isRequested: boolean };
  ending: Ending;
}

const ROBOT = 'Tributary';
/** A site without a robots.txt. */
const SILENT: Policy = { rules: '', notes: NO_NOTES };
const KEEP_MS = 3_600_000;
const KEEP_FAILURE_MS = 60_000;
const MAX_BYTES = 20_000_000;
/** What an entry takes beside its texts, roughly. */
const BYTES_OF_ENTRY = 500;

/**
 * What the sites say about robots, in their robots.txt. Each is fetched at most once an hour. Rules are read and compared
 * in threads.
 */
export class Robots {
  readonly #http: GuardedHttp;
  readonly #threads: PageThreads;
  readonly #deadlineMs: number;
  readonly #asking = new Map<string, Asking>();
  readonly #known = new LRUCache<string, Policy>({
    maxSize: MAX_BYTES,
    // Rules are ASCII, of a byte each.
    sizeCalculation: (policy, origin) => BYTES_OF_ENTRY + origin.length + bytesOf(policy),
  });

  constructor(http: GuardedHttp, threads: PageThreads, deadlineMs: number) {
    this.#http = http;
    this.#threads = threads;
    this.#deadlineMs = deadlineMs;
  }

  /** Rejects with a `PageFailure` if the site does not allow to read a page, or does not say. */
  async check({ origin, pathname, search }: URL, errand: RobotsErrand): Promise<void> {
    const policy = this.#known.get(origin) ?? (await this.#ask(origin, errand));
    if ('unreadable' in policy) throw new PageFailure(`its robots.txt could not be read: ${policy.unreadable}`);
    if (policy.rules === '') return;
    const path = pathname + search;
    const verdict = await this.#threads.run('verdict', [policy.rules, path, errand.comparisons], errand);
    errand.comparisons = verdict.left;
    if (verdict.allowed === null) {
      throw new PageFailure('its robots.txt could not be read: it is too long for this address');
    }
    if (!verdict.allowed) throw new PageFailure('robots.txt of the site does not allow it');
  }

  /** What the robots.txt of a site says beside its rules; nothing if it could not be read, because `check` tells why. */
  async notes({ origin }: URL, errand: Errand): Promise<RobotsNotes> {
    const policy = this.#known.get(origin) ?? (await this.#ask(origin, errand));
    return 'notes' in policy ? policy.notes : NO_NOTES;
  }

  /** Requests that ask at the same time share the answer. It is not fetched any longer when all of them have ended. */
  async #ask(origin: string, { account, signal, onRequest }: Errand): Promise<Policy> {
    const asking = this.#asking.get(origin) ?? this.#begin(origin, account);
    asking.askers += 1;
    try {
      return await until(signal, asking.policy, tooLate);
    } finally {
      asking.askers -= 1;
      if (asking.sent.isRequested) onRequest?.();
      if (asking.askers === 0) {
        asking.ending.end();
        this.#asking.delete(origin);
      }
    }
  }

  #begin(origin: string, account: string): Asking {
    const ending = new Ending(this.#deadlineMs);
    const sent = { isRequested: false };
    const onRequest = () => {
      sent.isRequested = true;
    };
    const errand = { account, deadline: Deadline.in(this.#deadlineMs), signal: ending.signal, onRequest };
    const asking = { policy: this.#fetch(origin, errand), askers: 0, sent, ending };
    this.#asking.set(origin, asking);
    return asking;
  }

  async #fetch(origin: string, errand: Errand): Promise<Policy> {
    let policy: Policy;
    try {
      const { status, body } = await this.#http.get({ ...errand, url: `${origin}/robots.txt` });
      if (status >= 500) policy = { unreadable: `it answered ${status}` };
      else policy = status >= 200 && status < 300 ? await this.#read(body, origin, errand) : SILENT;
    } catch (error) {
      // What was given up here says nothing about the site.
      if (error instanceof PageRefused || errand.signal.aborted) throw error;
      const unreadable = reasonOf(error);
      if (unreadable === null) throw error;
      policy = { unreadable };
    }
    this.#known.set(origin, policy, { ttl: 'rules' in policy ? KEEP_MS : KEEP_FAILURE_MS });
    return policy;
  }

  async #read(body: Buffer, origin: string, errand: Errand): Promise<Policy> {
    // A copy of what is read: of a part of a buffer, a thread would get the whole.
    const file = new Uint8Array(body.subarray(0, MAX_ROBOTS_BYTES));
    return file.length === 0 ? SILENT : await this.#threads.run('robots', [ROBOT, file, origin], errand);
  }
}

function bytesOf(policy: Policy): number {
  return 'rules' in policy ? policy.rules.length + 2 * JSON.stringify(policy.notes).length : policy.unreadable.length;
}
