import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from '../browser.ts';
import { expectFits, expectWholeLists } from '../looks.ts';
import type { People } from '../people.ts';
import { COLOUR_RULES, SIZES } from '../ways.ts';
import type { ListedPage, Role } from './listed-page.ts';

/**
 * Pages as people have them who read German on a phone whose browser runs no scripts. Their colours are those in English.
 * The longest words are in German, so the lists must fit a desk as well.
 */
export class GermanPages {
  readonly #people: People;
  readonly #pages = new Map<Role, Promise<Page>>();
  readonly #seen = new Set<string>();

  constructor(people: People) {
    this.#people = people;
  }

  /** The page that somebody has open. */
  visit(role: Role): Promise<Page> {
    const page = this.#pages.get(role) ?? this.#open(role);
    this.#pages.set(role, page);
    return page;
  }

  /** What is at an address is in German, and good. An address that somebody was shown before is not opened again. */
  async expectGood({ as }: ListedPage, address: string): Promise<void> {
    const { pathname, searchParams } = new URL(address);
    searchParams.delete('done');
    const place = `${as} ${pathname}?${searchParams}`;
    if (this.#seen.has(place)) return;
    this.#seen.add(place);
    const page = await this.visit(as);
    expect([place, (await page.goto(address))?.status()]).toEqual([place, 200]);
    expect(await page.locator('html').getAttribute('lang')).toMatch(/^de/);
    await expectAccessible(page, 'in German, without scripts', { without: COLOUR_RULES });
    await expectFits(page);
    await page.setViewportSize(SIZES.desk.viewport);
    await expectWholeLists(page);
    await page.setViewportSize(SIZES.phone.viewport);
  }

  async #open(role: Role): Promise<Page> {
    const page = await this.#people.again(role, { ...SIZES.phone, locale: 'de-DE', javaScriptEnabled: false });
    // The server knows by it who runs scripts.
    await page.context().clearCookies({ name: 'tributary_tz' });
    return page;
  }
}
