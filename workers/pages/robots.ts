import { LRUCache } from 'lru-cache';
import { Deadline } from '../../lib/deadline.ts';
import { isAllowed, type RobotsRule, rulesFor } from '../../lib/net/robots-txt.ts';
import { Ending, until } from './ending.ts';
import type { Errand, GuardedHttp } from './guarded-http.ts';
import { PageFailure, PageRefused, reasonOf, tooLate } from './page-failure.ts';

/** The rules of a site, or why they could not be read. */
type Policy = { rules: readonly RobotsRule[] } | { unreadable: string };

/** A robots.txt that is being fetched, and how many requests wait for it. */
interface Asking {
  policy: Promise<Policy>;
  askers: number;
  ending: Ending;
}

const ROBOT = 'Tributary';
const KEEP_MS = 3_600_000;
const KEEP_FAILURE_MS = 60_000;
const MAX_BYTES = 20_000_000;
/** What an entry and a rule take, roughly. */
const BYTES_OF_ENTRY = 1_000;
const BYTES_OF_RULE = 200;

/** What the sites say about robots, in their robots.txt. Each is fetched at most once an hour. */
export class Robots {
  readonly #http: GuardedHttp;
  readonly #deadlineMs: number;
  readonly #asking = new Map<string, Asking>();
  readonly #known = new LRUCache<string, Policy>({
    maxSize: MAX_BYTES,
    sizeCalculation: (policy) => BYTES_OF_ENTRY + ('rules' in policy ? policy.rules.length * BYTES_OF_RULE : 0),
  });

  constructor(http: GuardedHttp, deadlineMs: number) {
    this.#http = http;
    this.#deadlineMs = deadlineMs;
  }

  /** Rejects with a `PageFailure` if the site does not allow to read a page, or does not say. */
  async check(url: URL, errand: Errand): Promise<void> {
    const policy = this.#known.get(url.origin) ?? (await this.#ask(url.origin, errand));
    if ('unreadable' in policy) throw new PageFailure(`its robots.txt could not be read: ${policy.unreadable}`);
    const may = isAllowed(policy.rules, url);
    if (may === null) throw new PageFailure('its robots.txt could not be read: it is too long for this address');
    if (!may) throw new PageFailure('robots.txt of the site does not allow it');
  }

  /** Requests that ask at the same time share the answer. It is not fetched any longer when all of them have ended. */
  async #ask(origin: string, { account, signal }: Errand): Promise<Policy> {
    let asking = this.#asking.get(origin);
    if (!asking) {
      const ending = new Ending(this.#deadlineMs);
      const errand = { account, deadline: Deadline.in(this.#deadlineMs), signal: ending.signal };
      asking = { policy: this.#fetch(origin, errand), askers: 0, ending };
      this.#asking.set(origin, asking);
    }
    asking.askers += 1;
    try {
      return await until(signal, asking.policy, tooLate);
    } finally {
      asking.askers -= 1;
      if (asking.askers === 0) {
        asking.ending.end();
        this.#asking.delete(origin);
      }
    }
  }

  async #fetch(origin: string, errand: Errand): Promise<Policy> {
    let policy: Policy;
    try {
      const { status, body } = await this.#http.get({ ...errand, url: `${origin}/robots.txt` });
      if (status >= 500) policy = { unreadable: `it answered ${status}` };
      else policy = { rules: status >= 200 && status < 300 ? rulesFor(ROBOT, body) : [] };
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
}
