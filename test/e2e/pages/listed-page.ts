import type { Page, Response } from 'playwright-core';
import type { TestApp } from '../../harness/test-app.ts';
import type { KnownFinding } from '../browser.ts';

/** What a page may need to be shown: the deployment, and what was made in it. */
export interface Scene {
  app: TestApp;
  /** Path of the set-up page with its token. */
  setUp: string;
  /** The member's key, as addresses name it. */
  prefix: string;
  /** The member's key. */
  key: string;
}

export type Role = 'nobody' | 'newcomer' | 'member' | 'administrator';

/** One page in one state. */
export interface ListedPage {
  what: string;
  /** The route that shows it, as it is registered. */
  route: string;
  as: Role;
  /** 200 unless told. */
  status?: number;
  known?: readonly KnownFinding[];
  /** Whether it shows something on a phone that it does not on a desk. */
  isOfPhone?: boolean;
  /** What is there when the page is dark, where that is for a script to see to. */
  darkWith?: string;
  open(page: Page, scene: Scene): Promise<Response | null>;
  /** Whether the walk looks at it, in every way: then only its files and links are looked at here. */
  isWalked?: boolean;
  /** The file of tests that looks at it on both sizes, in the light and the dark, with the same effect. */
  lookedAtIn?: `${string}.system.test.ts`;
}

/** Opens the page at a path. */
export const at = (path: string) => (page: Page) => page.goto(path);

/** Fills a form of the page at `path` and sends it; the reply is what the browser then shows. */
export const sending = (path: string, fields: Record<string, string>, form: string) => async (page: Page) => {
  await page.goto(path);
  return filling(page, fields, form);
};

/** Fills a form of the page that is shown and sends it. */
export async function filling(page: Page, fields: Record<string, string>, form: string): Promise<Response> {
  for (const [name, value] of Object.entries(fields)) await page.locator(`${form} [name=${name}]`).fill(value);
  const [response] = await Promise.all([
    page.waitForResponse((candidate) => candidate.request().isNavigationRequest()),
    page.locator(`${form} button[type=submit]`).click(),
  ]);
  await page.waitForLoadState();
  return response;
}
