import type { Page } from 'playwright-core';
import { cannedRows, type MediaTab } from '../../harness/canned-answers.ts';
import type { TestApp } from '../../harness/test-app.ts';

const SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="90" height="90"/></svg>';
let searches = 0;

/** Makes an engine find these rows; returns the path of a new search that asks it. */
export async function openCanned(app: TestApp, tab: MediaTab, rows: readonly object[]): Promise<string> {
  await cannedRows(app, 'brave', tab, rows);
  searches += 1;
  return `/?q=media+${searches}&tab=${tab}&engine=engine_a`;
}

/** Walks with pictures of other sites, which are out of reach here. `full` is the status of the large ones. */
export async function withPictures(page: Page, steps: () => Promise<void>, full = 200): Promise<void> {
  await page.route('**/img/**', async (route) => {
    const address = Buffer.from(route.request().url().split('/').at(-1) ?? '', 'base64url').toString();
    const status = address.endsWith('-full.png') ? full : 200;
    await route.fulfill({ status, contentType: 'image/svg+xml', body: status === 200 ? SQUARE : 'No such picture.' });
  });
  try {
    await steps();
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
}
