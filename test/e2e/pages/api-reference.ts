import type { Page, Response } from 'playwright-core';

const DOCUMENT = '**/docs/json';
/** Of each kind one: a search, a body that is sent, and those for a key alone. */
const OPERATIONS = ['web', 'translate', 'key', 'status'];

type Operations = Record<string, { operationId?: string }>;

/** Opens the API reference with a few of its endpoints: a browser takes seconds to draw all of them. */
export async function openReference(page: Page): Promise<Response | null> {
  await page.route(DOCUMENT, async (route) => {
    const response = await route.fetch();
    const document = (await response.json()) as { paths: Record<string, Operations> };
    const isKept = ([, operations]: [string, Operations]) =>
      Object.values(operations).some(({ operationId = '' }) => OPERATIONS.includes(operationId));
    const paths = Object.fromEntries(Object.entries(document.paths).filter(isKept));
    await route.fulfill({ response, json: { ...document, paths } });
  });
  const shown = await page.goto('/docs');
  await page
    .locator('.opblock-summary-control')
    .nth(OPERATIONS.length - 1)
    .waitFor();
  await page.unroute(DOCUMENT);
  return shown;
}
