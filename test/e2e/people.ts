import type { Redis } from 'ioredis';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { createUser, getUser } from '../../lib/accounts/account-store.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { visitor } from './browser.ts';
import type { Role } from './page-list.ts';

/** The visitors of a deployment, one per role, each signed in on the first visit. Who has no account gets one. */
export class People {
  readonly #browser: Browser;
  readonly #url: string;
  readonly #redis: Redis;
  readonly #options: BrowserContextOptions;
  readonly #pages = new Map<Role, Page>();

  constructor(browser: Browser, url: string, redis: Redis, options: BrowserContextOptions = {}) {
    this.#browser = browser;
    this.#url = url;
    this.#redis = redis;
    this.#options = options;
  }

  async visit(role: Role): Promise<Page> {
    const page = this.#pages.get(role) ?? (await visitor(this.#browser, this.#url, this.#options));
    if (!this.#pages.has(role) && role !== 'nobody') {
      if ((await getUser(this.#redis, role)) === null) {
        await createUser(this.#redis, role, { password: PASSWORD, admin: role === 'administrator' });
      }
      await page.goto('/login');
      await page.fill('[name=username]', role);
      await page.fill('[name=password]', PASSWORD);
      await page.click('main button[type=submit]');
      await page.waitForURL(new URL('.', `${this.#url}/`).href);
    }
    this.#pages.set(role, page);
    return page;
  }
}
