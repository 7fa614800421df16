import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { boxOf, until } from '../looks.ts';
import type { Sites } from '../site.ts';

const translationOf = (page: Page) => page.locator('#translation');
const chosenOn = (page: Page) =>
  Promise.all(['source', 'target'].map((name) => page.locator(`[name=${name}]`).inputValue()));

/** "Translate: two panes, swap, detect, as one types." Without scripts, a button translates. */
export function translate(get: () => Sites): void {
  test('two panes, detect, swap; as one types, or with a button', () =>
    get().ways.both(async (way) => {
      const { page, scripts, size } = way;
      await way.goto('/?tab=translate');
      const [text, translated] = [await boxOf(page, 'textarea'), await boxOf(page, '#translation')];
      if (size === 'desk') expect(text.x + text.width).toBeLessThanOrEqual(translated.x);
      else expect(text.y + text.height).toBeLessThanOrEqual(translated.y);
      await page.selectOption('[name=target]', 'de');
      await page.locator('textarea').pressSequentially('good morning');
      if (!scripts) await page.getByRole('button', { name: 'Translate', exact: true }).click();
      await translationOf(page)
        .filter({ hasText: /guten morgen/i })
        .waitFor();
      expect(await page.locator('[name=source] option:checked').textContent()).toBe('English (detected)');
      expect(await page.getByRole('button', { name: 'Copy' }).isVisible()).toBe(scripts);
      if (scripts) expect(await page.locator('#characters').textContent()).toBe('12 / 10,000');
      await way.expectGoodLooks();

      await page.getByRole('button', { name: 'Swap languages' }).click();
      await until(page, 'document.querySelector("textarea").value === "guten Morgen"');
      expect(await translationOf(page).textContent()).toBe('good morning');
      expect(await chosenOn(page)).toEqual(['de', 'en']);
      if (!scripts) return;
      await page.fill('textarea', 'gute Nacht');
      await translationOf(page).filter({ hasText: 'good night' }).waitFor();
      await page.fill('textarea', '');
      await until(page, 'document.getElementById("translation").textContent === ""');
    }));

  test('the translation is that of the last text, whatever reply comes last', () =>
    get().ways.withScripts(async ({ page }) => {
      await page.goto('/?tab=translate');
      await page.selectOption('[name=target]', 'de');
      let held: () => Promise<void> = async () => {};
      await page.route('**/translate.json', async (route) => {
        if (route.request().postData()?.includes('good+night')) held = () => route.continue();
        else await route.continue();
      });
      const asked = page.waitForRequest((request) => (request.postData() ?? '').includes('good+night'));
      await page.fill('textarea', 'good night');
      await page.keyboard.press('Control+Enter');
      await asked;
      await page.fill('textarea', 'good morning');
      await page.keyboard.press('Control+Enter');
      await translationOf(page).filter({ hasText: 'guten Morgen' }).waitFor();
      // The page has given it up, so that there may be nothing left to continue.
      await held().catch(() => {});
      expect(await translationOf(page).textContent()).toBe('guten Morgen');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }));

  test('what went wrong is said in place; more than may be is not sent', async () => {
    const { app, ways } = get();
    await ways.withScripts(async ({ page }) => {
      await page.goto('/?tab=translate');
      const sent: string[] = [];
      const send = (request: { url(): string }) => sent.push(request.url());
      page.on('request', send);
      await page.fill('textarea', 'x'.repeat(10_001));
      expect(await page.locator('#characters.wrong').textContent()).toBe('10,001 / 10,000');
      await page.keyboard.press('Control+Enter');
      expect(sent.filter((address) => address.includes('translate.json'))).toEqual([]);
      page.off('request', send);
    });
    await app.knobs('libretranslate', { status: 500 });
    await ways.withScripts(async (way) => {
      await way.page.fill('textarea', 'good evening');
      await way.page.keyboard.press('Control+Enter');
      await way.page.locator('.said.wrong', { hasText: 'Translation is unavailable' }).waitFor();
      await way.expectGoodLooks('form.translation');
    });
    await app.healUpstreams();
  });
}
