import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectFits, expectWholeLists } from '../looks.ts';
import type { People } from '../people.ts';
import { SIZES } from '../ways.ts';
import type { ListedPage, Role } from './listed-page.ts';

/**
 * Pages as people have them who read German on a phone whose browser runs no scripts. The longest words are in German, so
 * the pages must fit there, and their lists on a desk as well. That all of a page is German is tested over HTTP.
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

  /** What is at an address fits in German. An address that somebody was shown before is not opened again. */
  async expectFits({ as }: ListedPage, address: string): Promise<void> {
    const { pathname, searchParams } = new URL(address);
    searchParams.delete('done');
    const place = `${as} ${pathname}?${searchParams}`;
    if (this.#seen.has(place)) return;
    this.#seen.add(place);
    const page = await this.visit(as);
    expect([place, (await page.goto(address))?.status()]).toEqual([place, 200]);
    expect(await page.locator('html').getAttribute('lang')).toMatch(/^de/);
    await expectFits(page);
    await page.setViewportSize(SIZES.desk.viewport);
    await expectWholeLists(page);
    await page.setViewportSize(SIZES.phone.viewport);
  }

  #open(role: Role): Promise<Page> {
    return this.#people.again(role, { ...SIZES.phone, locale: 'de-DE', javaScriptEnabled: false });
  }
}
