import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../browser.ts';
import { expectFits, expectWholeLists } from '../looks.ts';
import { People } from '../people.ts';
import type { Sites } from '../site.ts';
import { COLOUR_RULES, SIZES } from '../ways.ts';

const LOOKS = [
  { size: 'desk', colorScheme: 'light', isWhole: true },
  { size: 'desk', colorScheme: 'dark', isWhole: false },
  { size: 'phone', colorScheme: 'light', isWhole: false },
  { size: 'phone', colorScheme: 'dark', isWhole: true },
] as const;

/**
 * The page of components, which is there because the sandbox answers. All pages are made of these, so that axe looks at them
 * here in both sizes and themes: at their names and structure once in each size and language, at their colours each time.
 */
export function components(get: () => Sites): void {
  let people: People;
  beforeAll(async () => {
    const { app, browser } = get();
    const settings = { SANDBOX_URL: app.sandboxUrl, PUBLIC_URL: '', TRUST_PROXY: '' };
    people = new People(browser, await app.addWeb(settings), app.client);
  });

  test.each(['en-GB', 'de-DE'])('every component looks good, small and large, light and dark: %s', async (locale) => {
    const page = await people.again('administrator', { ...SIZES.desk, locale });
    expect((await page.goto('/admin/design'))?.status()).toBe(200);
    for (const { size, colorScheme, isWhole } of LOOKS) {
      await page.setViewportSize(SIZES[size].viewport);
      await page.emulateMedia({ colorScheme });
      const rules = isWhole ? {} : { rules: COLOUR_RULES };
      if (isWhole || locale === 'en-GB') await expectAccessible(page, `${size}, ${colorScheme}`, rules);
      await expectFits(page);
      await expectWholeLists(page);
    }
    await page.context().close();
  });
}
