import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../harness/processes.ts';
import { expectAccessible } from './browser.ts';
import { expectFits, movementOf } from './looks.ts';
import type { People } from './people.ts';

export const SIZES = {
  desk: { viewport: { width: 1_280, height: 800 } },
  phone: { viewport: { width: 390, height: 740 }, hasTouch: true },
} as const;
/** What colours decide. The rest of a page is the same in both. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** Everybody of the walk is here; the browser tells the position to sites that the person allows. */
const BROWSER: BrowserContextOptions = {
  timezoneId: 'Asia/Kolkata',
  geolocation: { latitude: 48.8571234, longitude: 2.3411234 },
  permissions: ['clipboard-read', 'clipboard-write', 'geolocation'],
};
/** While a page arrives, a line may grow by the word that has come. `quick.ts` tests that nothing moves at all. */
const A_WORD = 0.005;
/** Chromium itself gives up a request over HTTP/2 now and then. */
const RETRIED = 'net::ERR_TOO_MANY_RETRIES';

/**
 * A size of screen, with scripts or without. Each has one set of colours, so that light and dark are looked at on both
 * sizes, and with scripts and without.
 */
export class Way {
  readonly name: string;
  readonly size: keyof typeof SIZES;
  readonly scripts: boolean;
  readonly colours: 'light' | 'dark';
  readonly page: Page;
  /** What the page's scripts threw, what the policy of the page refused, and what came from elsewhere. */
  #faults: string[] = [];

  private constructor(size: keyof typeof SIZES, scripts: boolean, page: Page, origin: string) {
    this.size = size;
    this.scripts = scripts;
    this.colours = coloursOf(size, scripts);
    this.name = `${size}, ${this.colours}, ${scripts ? 'with' : 'without'} scripts`;
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

  static async open(people: People, size: keyof typeof SIZES, scripts: boolean): Promise<Way> {
    const colorScheme = coloursOf(size, scripts);
    const page = await people.again('member', { ...BROWSER, ...SIZES[size], colorScheme, javaScriptEnabled: scripts });
    // The server knows by it who runs scripts.
    if (!scripts) await page.context().clearCookies({ name: 'tributary_tz' });
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

  /** The page as it is now is accessible, and fits; of a part that was opened, only that is looked at. */
  async expectGoodLooks(within = 'html'): Promise<void> {
    const rules = this.colours === 'dark' ? { rules: COLOUR_RULES } : {};
    await expectAccessible(this.page, this.name, { within, ...rules });
    await expectFits(this.page);
  }

  /** Walks: the page has its size at the start, and was without a fault at the end. */
  async walk(steps: (way: Way) => Promise<void>): Promise<void> {
    this.#faults = [];
    await this.page.setViewportSize(SIZES[this.size].viewport);
    try {
      await steps(this);
      expect(this.#faults).toEqual([]);
    } catch (error) {
      throw new Error(`${this.name}: ${wordsOf(error)}`, { cause: error });
    }
  }
}

function coloursOf(size: keyof typeof SIZES, scripts: boolean): 'light' | 'dark' {
  return (size === 'desk') === scripts ? 'light' : 'dark';
}

/** The four ways of one person, each in a browser profile of its own. */
export class Ways {
  readonly #all: readonly Way[];

  private constructor(all: readonly Way[]) {
    this.#all = all;
  }

  static async open(people: People): Promise<Ways> {
    await people.visit('member');
    const opened = (['desk', 'phone'] as const).flatMap((size) =>
      [true, false].map((scripts) => Way.open(people, size, scripts)),
    );
    return new Ways(await Promise.all(opened));
  }

  get contexts(): BrowserContext[] {
    return this.#all.map(({ page }) => page.context());
  }

  /** Walks in every way at once. */
  every(steps: (way: Way) => Promise<void>): Promise<void> {
    return together(this.#all, steps);
  }

  /** Walks with scripts on a desk and without on a phone: for what depends on scripts, but on neither size nor colours. */
  both(steps: (way: Way) => Promise<void>): Promise<void> {
    return together(
      this.#all.filter(({ size, scripts }) => (size === 'desk') === scripts),
      steps,
    );
  }

  withScripts(steps: (way: Way) => Promise<void>): Promise<void> {
    return together(
      this.#all.filter(({ scripts }) => scripts),
      steps,
    );
  }

  withoutScripts(steps: (way: Way) => Promise<void>): Promise<void> {
    return together(
      this.#all.filter(({ scripts }) => !scripts),
      steps,
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.contexts.map((context) => context.close()));
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
