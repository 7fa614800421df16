import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from '../harness/processes.ts';
import { expectGoodLooks } from './check-pages.ts';
import type { Site } from './site.ts';

/** One of each look. */
const LOOKS = [
  ...['2 * (3 + 4)', '10 km in miles', '100 usd to eur', 'weather in Paris', '#ff8800 to hsl', 'time in Tokyo'],
  ...['7pm utc in new york', 'sunset in Paris', 'days until christmas', 'qr code https://example.org', '255 in hex'],
  ...['5 uuids', 'derivative of x^2 sin x', 'timer 5 min', 'stopwatch', 'define serendipity', 'my user agent'],
  ...['10.0.0.0/24', 'loan 200000 4% 30 years', 'json {"a":[1,2]}', 'unicode U+20AC'],
];

/** Searches until the answer is above the results: on a busy machine, the first of its kind may come too late. */
async function search(page: Page, q: string): Promise<void> {
  const card = page.locator('.instant');
  do await page.goto(`/?q=${encodeURIComponent(q)}`);
  while (!(await card.isVisible()));
}

export function instantAnswers(get: () => Site): void {
  const members = (options: BrowserContextOptions = {}) => get().people.again('member', options);

  const untilValue = (page: Page, selector: string, value: string) =>
    eventually(`${selector} is ${value}`, async () => (await page.inputValue(selector)) === value);
  /** Waits until an element shows something else than now. */
  const untilChanged = async (page: Page, selector: string) => {
    const shown = await page.locator(selector).textContent();
    await eventually(`${selector} changes`, async () => (await page.locator(selector).textContent()) !== shown);
  };
  const untilText = (page: Page, selector: string, text: string) =>
    page.locator(selector).filter({ hasText: text }).first().waitFor();

  test('a converter converts both ways, also what is not proportional', async () => {
    const page = await members();
    await search(page, '100 c to f');
    const [from, to] = ['[data-unit="°C"]', '[data-unit="°F"]'] as const;
    await page.fill(from, '37');
    await untilValue(page, to, '98.6');
    await page.fill(to, '-40');
    await untilValue(page, from, '-40');
    await page.fill(to, 'no number');
    await untilValue(page, from, '');
  });

  test('money is converted on the spot, both ways', async () => {
    const page = await members();
    await search(page, '100 usd to eur');
    const rate = Number(await page.locator('instant-converter').getAttribute('data-rate'));
    await page.fill('[data-unit=USD]', '1,000');
    expect(Number(await page.inputValue('[data-unit=EUR]'))).toBeCloseTo(1_000 * rate, 2);
    await page.fill('[data-unit=EUR]', '50');
    expect(Number(await page.inputValue('[data-unit=USD]'))).toBeCloseTo(50 / rate, 2);
  });

  test('a calculator goes on with its result, and remembers this session', async () => {
    const page = await members();
    await search(page, '2 * (3 + 4)');
    const field = page.getByRole('textbox', { name: 'Continue the calculation' });
    await field.fill('+ 6');
    await field.press('Enter');
    await untilText(page, '.instant .answer .value', '20');
    expect(await page.locator('.instant .asked').textContent()).toBe('14 + 6 =');
    await search(page, '1/4');
    await page.getByText('History').click();
    expect(await page.locator('.history li').allTextContents()).toEqual([
      '1 ÷ 4 = 0.25',
      '14 + 6 = 20',
      '2 × (3 + 4) = 14',
    ]);
    await page.getByRole('button', { name: '14 + 6 = 20' }).click();
    expect(await field.inputValue()).toBe('20');
    // What is no calculation is searched for.
    await field.fill('linux');
    await field.press('Enter');
    await page.waitForURL(/q=linux/);
  });

  test('a clock ticks', async () => {
    const page = await members();
    await search(page, 'time in Tokyo');
    await untilChanged(page, 'instant-clock time');
  });

  test('a countdown ticks', async () => {
    const page = await members();
    await search(page, 'days until christmas');
    await untilChanged(page, '.countdown span:last-child b');
    expect(await page.locator('.countdown').textContent()).toMatch(/\d+ days\s*\d+ hours/);
  });

  test('values are copied', async () => {
    const page = await members({ permissions: ['clipboard-read', 'clipboard-write'] });
    await search(page, 'md5 of hello');
    const button = page.locator('.instant .copy');
    await button.click();
    await button.filter({ hasText: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('5d41402abc4b2a76b9719d911017c592');
    await button.filter({ hasText: /^Copy$/ }).waitFor();
  });

  test('a QR code is saved', async () => {
    const page = await members();
    await search(page, 'qr code https://example.org');
    for (const format of ['PNG', 'SVG']) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: `Save as ${format}` }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`qr-code.${format.toLowerCase()}`);
    }
  });

  test('the picker changes the colour and its notations', async () => {
    const page = await members({ permissions: ['clipboard-read', 'clipboard-write'] });
    await search(page, '#ff8800 to hsl');
    await page.fill('input[type=color]', '#0000ff');
    await untilText(page, '.notations dd', 'rgb(0, 0, 255)');
    expect(await page.locator('.colour-shown .swatch rect').getAttribute('fill')).toBe('#0000ff');
    // Copy buttons of what came later work too.
    await page.getByTitle('Copy RGB').click();
    const copied = async () => (await page.evaluate('navigator.clipboard.readText()')) === 'rgb(0, 0, 255)';
    await eventually('the new value is copied', copied);
  });

  test('a timer runs, pauses, goes on and ends', async () => {
    const page = await members();
    await search(page, 'timer 1 minute');
    const face = page.getByRole('timer');
    expect(await face.textContent()).toMatch(/^\s*01:00\s*$/);
    await page.getByRole('button', { name: 'Start' }).click();
    await face.filter({ hasText: '00:5' }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Reset' }).click();
    await face.filter({ hasText: '01:00' }).waitFor();
    await search(page, 'timer 1 second');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('Time is up.').waitFor();
    await face.filter({ hasText: '00:00' }).waitFor();
  });

  test('a stopwatch counts, and keeps laps', async () => {
    const page = await members();
    await search(page, 'stopwatch');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('timer').filter({ hasText: '00:00.' }).filter({ hasNotText: '00:00.0' }).waitFor();
    await page.getByRole('button', { name: 'Lap' }).click();
    expect(await page.locator('.laps li').count()).toBe(1);
  });

  test('what is drawn at random is drawn again in place', async () => {
    const page = await members();
    await search(page, 'uuid');
    const first = await page.locator('.instant .value').textContent();
    await page.getByRole('link', { name: 'Again' }).click();
    const isOther = async () => (await page.locator('.instant .value').textContent()) !== first;
    await eventually('another one is drawn', isOther);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Again');
  });

  test('works without JavaScript: degrees, forms and links', async () => {
    const page = await members({ javaScriptEnabled: false });
    await search(page, 'weather in Paris');
    expect(await page.locator('.weather-now .answer .f').isVisible()).toBe(false);
    await page.getByText('°F', { exact: true }).click();
    expect(await page.locator('.weather-now .answer .f').isVisible()).toBe(true);
    expect(await page.locator('.weather-now .answer .c').isVisible()).toBe(false);
    await search(page, '10 km in miles');
    expect(await page.locator('.instant .copy').isVisible()).toBe(false);
    await page.getByRole('textbox', { name: 'Another conversion' }).fill('3 ft in cm');
    await page.getByRole('button', { name: 'Convert' }).click();
    await page.waitForURL(/q=3/);
    await search(page, 'timer 5 min');
    expect(await page.getByRole('button', { name: 'Start' }).isDisabled()).toBe(true);
  });

  test('is accessible and fits, light and dark, on a phone and a desk', { timeout: 240_000 }, async () => {
    const page = await members();
    for (const q of LOOKS) {
      await search(page, q);
      await expectGoodLooks(page, {
        what: q,
        route: '/',
        as: 'member',
        open: async () => null,
        within: '.instant',
      });
    }
  });
}
