import { Deadline } from '../../lib/deadline.ts';
import { Ending, until } from '../../lib/net/ending.ts';
import { PageFailure, PageRefused, reasonOf, tooLate } from '../../lib/net/page-failure.ts';
import { NO_NOTES, type RobotsNotes } from '../../lib/net/robots-notes.ts';
import type { Errand, GuardedHttp } from './guarded-http.ts';
import type { PageThreads } from './page-threads.ts';
import { KEPT_S, knownPolicies, objectionOf, policyIn, type RobotsPolicy } from './robots-policy.ts';

/** A page that is fetched: the comparisons of rules that are left to it. */
export interface RobotsErrand extends Errand {
  comparisons: number;
}

/** A robots.txt that is being fetched, and how many requests wait for it. */
interface Asking {
  policy: Promise<RobotsPolicy>;
  askers: number;
  /** Whether a request was made for it: its host may be refused. */
  sent: { isRequested: boolean };
  ending: Ending;
}

/**
 * What the sites say about robots, in their robots.txt. Each is fetched at most once an hour. Rules are read and compared
 * in threads.
 */
export class Robots {
  readonly #http: GuardedHttp;
  readonly #threads: PageThreads;
  readonly #deadlineMs: number;
  readonly #asking = new Map<string, Asking>();
  readonly #known = knownPolicies();

  constructor(http: GuardedHttp, threads: PageThreads, deadlineMs: number) {
    this.#http = http;
    this.#threads = threads;
    this.#deadlineMs = deadlineMs;
  }

  /** Rejects with a `PageFailure` if the site does not allow to read a page, or does not say. */
  async check(url: URL, errand: RobotsErrand): Promise<void> {
    const policy = this.#known.get(url.origin) ?? (await this.#ask(url.origin, errand));
    const { objection, left } = await objectionOf(policy, url, errand.comparisons, this.#threads, errand);
    errand.comparisons = left;
    if (objection === 'robots') throw new PageFailure('robots.txt of the site does not allow it');
    if (objection !== null) throw new PageFailure(objection);
  }

  /** What the robots.txt of a site says beside its rules; nothing if it could not be read, because `check` tells why. */
  async notes({ origin }: URL, errand: Errand): Promise<RobotsNotes> {
    const policy = this.#known.get(origin) ?? (await this.#ask(origin, errand));
    return 'notes' in policy ? policy.notes : NO_NOTES;
  }

  /** Requests that ask at the same time share the answer. It is not fetched any longer when all of them have ended. */
  async #ask(origin: string, { account, signal, onRequest }: Errand): Promise<RobotsPolicy> {
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

  async #fetch(origin: string, errand: Errand): Promise<RobotsPolicy> {
    let policy: RobotsPolicy;
    try {
      const { status, body } = await this.#http.get({ ...errand, url: `${origin}/robots.txt` });
      policy = await policyIn({ status, body, origin }, this.#threads, errand);
    } catch (error) {
      // What was given up here says nothing about the site.
      if (error instanceof PageRefused || errand.signal.aborted) throw error;
      const unreadable = reasonOf(error);
      if (unreadable === null) throw error;
      policy = { unreadable };
    }
    this.#known.set(origin, policy, { ttl: KEPT_S['rules' in policy ? 'known' : 'unreadable'] * 1_000 });
    return policy;
  }
}
