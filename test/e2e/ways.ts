import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../harness/processes.ts';
import { expectAccessible } from './browser.ts';
import { expectFits, expectWholeLists, movementOf } from './looks.ts';
import type { Role } from './pages/listed-page.ts';
import type { People } from './people.ts';

export const SIZES = {
  desk: { viewport: { width: 1_280, height: 800 } },
  phone: { viewport: { width: 390, height: 740 }, hasTouch: true },
} as const;
/** What colours decide. The rest of a page is the same in both. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** Everybody of the walk is here; the browser tells the position to sites that the person allows. */
const BROWSER: BrowserContextOptions = {
  // Of no region: some browsers are American by themselves. A test may ask for another language.
  extraHTTPHeaders: { 'accept-language': 'en' },
  timezoneId: 'Asia/Kolkata',
  geolocation: { latitude: 48.8571234, longitude: 2.3411234 },
  permissions: ['clipboard-read', 'clipboard-write', 'geolocation'],
};
/** While a page arrives, a line may grow by the word that has come. `quick.ts` tests that nothing moves at all. */
const A_WORD = 0.005;
/** Chromium itself gives up a request over HTTP/2 now and then. */
const RETRIED = 'net::ERR_TOO_MANY_RETRIES';

/**
 * The page fits a desk and a phone, and axe finds nothing wrong with it, unless it has looked at the page in another
 * language or without scripts. The colours in the dark are those of the page of components.
 */
export async function expectGood(page: Page, { axe = true } = {}): Promise<void> {
  const own = page.viewportSize();
  if (axe) await expectAccessible(page);
  for (const size of ['phone', 'desk'] as const) {
    await page.setViewportSize(SIZES[size].viewport);
    await expectFits(page);
    await expectWholeLists(page);
  }
  if (own) await page.setViewportSize(own);
}

/** Makes a browser known for running scripts, as its first page does. */
export async function knowScripts(page: Page, address: string): Promise<void> {
  const { protocol, hostname: domain, pathname: path } = new URL(address);
  const zone = { name: 'tributary_tz', value: encodeURIComponent(BROWSER.timezoneId ?? 'UTC') };
  await page.context().addCookies([{ ...zone, domain, path, secure: protocol === 'https:', sameSite: 'Lax' }]);
}

/** A size of screen, with scripts or without. Pages are opened in the light. */
export class Way {
  readonly name: string;
  readonly size: keyof typeof SIZES;
  readonly scripts: boolean;
  readonly page: Page;
  /** What the page's scripts threw, what the policy of the page refused, and what came from elsewhere. */
  #faults: string[] = [];
  /** The tabs and parts that axe has looked at. */
  readonly #lookedAt = new Set<string>();

  private constructor(size: keyof typeof SIZES, scripts: boolean, page: Page, origin: string) {
    this.size = size;
    this.scripts = scripts;
    this.name = `${size}, ${scripts ? 'with' : 'without'} scripts`;
    this.page = page;
    page.on('request', (request) => {
      const isPart = !request.isNavigationRequest() && /^https?:/.test(request.url());
      if (isPart && !request.url().startsWith(`${origin}/`)) this.#faults.push(`from elsewhere: ${request.url()}`);
    });
    page.on('pageerror', ({ message }) => this.#faults.push(message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) this.#faults.push(message.text());
    });
  }

  static async open(people: People, role: Role, size: keyof typeof SIZES, scripts: boolean): Promise<Way> {
    const page = await people.again(role, { ...BROWSER, ...SIZES[size], javaScriptEnabled: scripts });
    // The server knows by it who runs scripts.
    if (scripts) await knowScripts(page, people.url);
    return new Way(size, scripts, page, new URL(people.url).origin);
  }

  /** Opens a page that comes whole, of which nothing has moved. If an engine was late, it is opened again. */
  async goto(path: string): Promise<void> {
    const open = () => this.page.goto(path);
    do {
      await open().catch((error: Error) => (error.message.includes(RETRIED) ? open() : Promise.reject(error)));
    } while ((await this.page.locator('html[data-parts], .asking').count()) > 0);
    expect(await movementOf(this.page, A_WORD)).toEqual([]);
  }

  /** Opens a page until it has this: on a busy machine, what is asked for beside the results may come too late for them. */
  async gotoFor(path: string, part: string): Promise<void> {
    await eventually(`${part} is on ${path}`, async () => {
      await this.goto(path);
      return this.page.locator(part).first().isVisible();
    });
  }

  /**
   * The page as it is now fits, and is accessible; of a part that was opened, only that is looked at. Axe looks at each tab
   * once, as it is, and for its colours in the dark; a part that was opened is looked at in the light. Without scripts, a
   * page has the same parts.
   */
  async expectGoodLooks(within = 'html'): Promise<void> {
    const { pathname, searchParams } = new URL(this.page.url());
    const place = `${pathname} ${searchParams.get('tab')} ${within}`;
    if (this.scripts && !this.#lookedAt.has(place)) {
      this.#lookedAt.add(place);
      await expectAccessible(this.page, this.name, { within });
      if (within === 'html') {
        await this.page.emulateMedia({ colorScheme: 'dark' });
        await expectAccessible(this.page, `${this.name}, dark`, { rules: COLOUR_RULES });
        await this.page.emulateMedia({ colorScheme: 'light' });
      }
    }
    await this.expectFits();
  }

  /** The page as it is now fits, and on the other size of screen as well. */
  async expectFits(): Promise<void> {
    await expectFits(this.page);
    await this.page.setViewportSize(SIZES[this.size === 'desk' ? 'phone' : 'desk'].viewport);
    await expectFits(this.page);
    await this.page.setViewportSize(SIZES[this.size].viewport);
  }

  /** Walks: the page has its size at the start, and was without a fault at the end. */
  async walk(steps: (way: Way) => Promise<void>): Promise<void> {
    this.#faults = [];
    await this.page.setViewportSize(SIZES[this.size].viewport);
    try {
      await steps(this);
      expect(this.#faults).toEqual([]);
    } catch (error) {
      // What the page says tells more than what it does not have.
      const seen = await this.page.innerText('main').catch(({ message }: Error) => message);
      throw new Error(`${this.name}: ${wordsOf(error)}\nThe page:\n${seen.slice(0, 2_000)}`, { cause: error });
    }
  }
}

/** The ways of one person, each in a browser profile of its own. */
export class Ways {
  readonly #people: People;
  readonly #role: Role;
  readonly #opened = new Map<string, Promise<Way>>();

  constructor(people: People, role: Role = 'member') {
    this.#people = people;
    this.#role = role;
  }

  /**
   * Walks with scripts on a desk and without on a phone, at once: each page is opened on both sizes, with scripts and
   * without.
   */
  async both(steps: (way: Way) => Promise<void>): Promise<void> {
    await together(await Promise.all([this.#way('desk', true), this.#way('phone', false)]), steps);
  }

  /** The same, one after the other: for what is stored with the account, which both have. */
  async inTurn(steps: (way: Way) => Promise<void>): Promise<void> {
    await this.withScripts(steps);
    await this.withoutScripts(steps);
  }

  /** Walks with scripts, on a desk unless told. */
  async withScripts(steps: (way: Way) => Promise<void>, size: keyof typeof SIZES = 'desk'): Promise<void> {
    await together([await this.#way(size, true)], steps);
  }

  /** Walks with scripts on both sizes at once: for what scripts do differently there. */
  async withScriptsOnBoth(steps: (way: Way) => Promise<void>): Promise<void> {
    await together(await Promise.all([this.#way('desk', true), this.#way('phone', true)]), steps);
  }

  async withoutScripts(steps: (way: Way) => Promise<void>, size: keyof typeof SIZES = 'phone'): Promise<void> {
    await together([await this.#way(size, false)], steps);
  }

  async close(): Promise<void> {
    for (const way of this.#opened.values()) await (await way).page.context().close();
  }

  /** A way is opened when it is first gone. */
  #way(size: keyof typeof SIZES, scripts: boolean): Promise<Way> {
    const name = `${size} ${scripts}`;
    const way = this.#opened.get(name) ?? Way.open(this.#people, this.#role, size, scripts);
    this.#opened.set(name, way);
    return way;
  }
}

/** What an assertion says, and what it found instead, which Vitest shows of its own errors only. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'actual' in error ? `${error.message}; it is ${JSON.stringify(error.actual)}` : error.message;
}

/** All ways end before the first failure is told: the next test uses their pages. */
async function together(ways: readonly Way[], steps: (way: Way) => Promise<void>): Promise<void> {
  const ends = await Promise.allSettled(ways.map((way) => way.walk(steps)));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
