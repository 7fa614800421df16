import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type Account, getUser } from '../../lib/accounts/account-store.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { createUser, startSession } from '../harness/as-tester.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { visitor } from './browser.ts';
import type { Role } from './pages/listed-page.ts';
import { giveSession } from './sign-in.ts';

/** The visitors of a deployment, one per role, each signed in on the first visit. Who has no account gets one. */
export class People {
  readonly #browser: Browser;
  readonly url: string;
  readonly #redis: Redis;
  readonly #pages = new Map<Role, Promise<Page>>();
  readonly #accounts = new Map<Role, Promise<Account>>();
  readonly #sessions = new Map<Role, Promise<string>>();

  constructor(browser: Browser, url: string, redis: Redis) {
    this.#browser = browser;
    this.url = url;
    this.#redis = redis;
  }

  /** The page that this visitor has open. */
  visit(role: Role): Promise<Page> {
    const page = this.#pages.get(role) ?? (role === 'nobody' ? this.stranger() : this.again(role));
    this.#pages.set(role, page);
    return page;
  }

  /** Somebody in a browser profile of their own. */
  stranger(options: BrowserContextOptions = {}): Promise<Page> {
    return visitor(this.#browser, this.url, options);
  }

  /** A visitor in another browser, with the session of the first. */
  async again(role: Role, options: BrowserContextOptions = {}): Promise<Page> {
    const session = this.#sessions.get(role) ?? this.#newSession(role);
    this.#sessions.set(role, session);
    return giveSession(await this.stranger(options), this.url, await session);
  }

  /** A visitor in another browser, with a session of its own. */
  async signIn(role: Role, options: BrowserContextOptions = {}): Promise<Page> {
    return giveSession(await this.stranger(options), this.url, await this.#newSession(role));
  }

  /** Who signs in on the page has the same password. Several may sign in at once. */
  async #newSession(role: Role): Promise<string> {
    const account = this.#accounts.get(role) ?? this.#makeAccount(role);
    this.#accounts.set(role, account);
    return startSession(this.#redis, await account);
  }

  async #makeAccount(role: Role): Promise<Account> {
    const admin = role === 'administrator';
    return (await getUser(this.#redis, role)) ?? createUser(this.#redis, role, { password: PASSWORD, admin });
  }
}
