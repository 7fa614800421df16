import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { getUser } from '../../lib/accounts/account-store.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { createUser } from '../harness/as-tester.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { visitor } from './browser.ts';
import type { Role } from './pages/listed-page.ts';
import { signIn } from './sign-in.ts';

/** The visitors of a deployment, one per role, each signed in on the first visit. Who has no account gets one. */
export class People {
  readonly #browser: Browser;
  readonly url: string;
  readonly #redis: Redis;
  readonly #pages = new Map<Role, Promise<Page>>();
  readonly #accounts = new Map<Role, Promise<void>>();

  constructor(browser: Browser, url: string, redis: Redis) {
    this.#browser = browser;
    this.url = url;
    this.#redis = redis;
  }

  /** The page that this visitor has open. */
  visit(role: Role): Promise<Page> {
    const page = this.#pages.get(role) ?? (role === 'nobody' ? this.stranger() : this.signIn(role));
    this.#pages.set(role, page);
    return page;
  }

  /** Somebody in a browser profile of their own. */
  stranger(options: BrowserContextOptions = {}): Promise<Page> {
    return visitor(this.#browser, this.url, options);
  }

  /** A visitor in another browser, with the session of the first. */
  async again(role: Role, options: BrowserContextOptions): Promise<Page> {
    const storageState: Awaited<ReturnType<BrowserContext['storageState']>> = await (await this.visit(role))
      .context()
      .storageState();
    return this.stranger({ ...options, storageState });
  }

  /** A visitor in another browser, with a session of its own. */
  async signIn(role: Role, options: BrowserContextOptions = {}): Promise<Page> {
    // Several may sign in at once.
    const account = this.#accounts.get(role) ?? this.#makeAccount(role);
    this.#accounts.set(role, account);
    await account;
    const page = await this.stranger(options);
    await signIn(page, role);
    return page;
  }

  async #makeAccount(role: Role): Promise<void> {
    if ((await getUser(this.#redis, role)) !== null) return;
    await createUser(this.#redis, role, { password: PASSWORD, admin: role === 'administrator' });
  }
}
