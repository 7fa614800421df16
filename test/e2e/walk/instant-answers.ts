import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from '../../harness/processes.ts';
import { until } from '../looks.ts';
import type { Sites } from '../site.ts';
import type { Way } from '../ways.ts';

const ask = (way: Way, q: string) => way.gotoFor(`/?q=${encodeURIComponent(q)}`, '.instant');
const untilValue = (page: Page, selector: string, value: string) =>
  eventually(`${selector} is ${value}`, async () => (await page.inputValue(selector)) === value);
const untilText = (page: Page, selector: string, text: string) =>
  page.locator(selector).filter({ hasText: text }).first().waitFor();
/** Waits until an element shows something else than now. */
const untilChanged = async (page: Page, selector: string) => {
  const shown = await page.locator(selector).textContent();
  await eventually(`${selector} changes`, async () => (await page.locator(selector).textContent()) !== shown);
};
/** Fills the form of the answer and sends it, as without scripts. */
const send = async (page: Page, name: string, text: string, button: string) => {
  await page.getByRole('textbox', { name }).fill(text);
  await page.getByRole('button', { name: button }).click();
  await page.waitForURL((url) => url.searchParams.get('q') === text);
};
const clipboard = (page: Page) => page.evaluate('navigator.clipboard.readText()');

/** "From the `data` that the API already has, each a small server-rendered component; JavaScript only adds." */
export function instantAnswers(get: () => Sites): void {
  test('calculator with history; without scripts, the next calculation is a search', () =>
    get().ways.both(async (way) => {
      const { page, scripts } = way;
      await ask(way, '2 * (3 + 4)');
      expect(await page.locator('.instant .answer .value').textContent()).toBe('14');
      if (!scripts) return send(page, 'Continue the calculation', '14 + 6', 'Calculate');
      const field = page.getByRole('textbox', { name: 'Continue the calculation' });
      await field.fill('+ 6');
      await field.press('Enter');
      await untilText(page, '.instant .answer .value', '20');
      expect(await page.locator('.instant .asked').textContent()).toBe('14 + 6 =');
      await ask(way, '1/4');
      await page.getByText('History').click();
      const lines = ['1 ÷ 4 = 0.25', '14 + 6 = 20', '2 × (3 + 4) = 14'];
      expect(await page.locator('.history li').allTextContents()).toEqual(lines);
      await page.getByRole('button', { name: '14 + 6 = 20' }).click();
      expect(await field.inputValue()).toBe('20');
      // What is no calculation is searched for.
      await field.fill('linux');
      await field.press('Enter');
      await page.waitForURL(/q=linux/);
    }));

  test('converter that works both ways, also what is not proportional', () =>
    get().ways.both(async (way) => {
      const { page, scripts } = way;
      await ask(way, '100 c to f');
      const [from, to] = ['[data-unit="°C"]', '[data-unit="°F"]'] as const;
      expect([await page.inputValue(from), await page.inputValue(to)]).toEqual(['100', '212']);
      if (!scripts) return send(page, 'Another conversion', '3 ft in cm', 'Convert');
      await page.fill(from, '37');
      await untilValue(page, to, '98.6');
      await page.fill(to, '-40');
      await untilValue(page, from, '-40');
      await page.fill(to, 'no number');
      await untilValue(page, from, '');
    }));

  test('currency with its date and a small table, converted on the spot', () =>
    get().ways.both(async (way) => {
      const { page, scripts } = way;
      await ask(way, '100 usd to eur');
      expect(await page.locator('.instant .note').innerText()).toMatch(/1 USD = [\d.]+ EUR · Rate of \w+ \d+, \d{4}/);
      expect(await page.locator('.instant table').count()).toBe(2);
      if (!scripts) return;
      const rate = Number(await page.locator('instant-converter').getAttribute('data-rate'));
      await page.fill('[data-unit=USD]', '1,000');
      expect(Number(await page.inputValue('[data-unit=EUR]'))).toBeCloseTo(1_000 * rate, 2);
      await page.fill('[data-unit=EUR]', '50');
      expect(Number(await page.inputValue('[data-unit=USD]'))).toBeCloseTo(50 / rate, 2);
    }));

  test('weather with days, icons and a temperature curve; degrees without a script', () =>
    get().ways.both(async (way) => {
      const { page } = way;
      await ask(way, 'weather in Paris');
      const days = await page.locator('.weather-days li').count();
      expect(days).toBeGreaterThan(3);
      expect(await page.locator('.weather-days svg').count()).toBe(days);
      expect(await page.locator('.weather-week > svg').isVisible()).toBe(true);
      const [celsius, fahrenheit] = ['.weather-now .answer .c', '.weather-now .answer .f'].map((one) =>
        page.locator(one),
      );
      expect([await celsius?.isVisible(), await fahrenheit?.isVisible()]).toEqual([true, false]);
      await page.getByText('°F', { exact: true }).click();
      expect([await celsius?.isVisible(), await fahrenheit?.isVisible()]).toEqual([false, true]);
    }));

  test('colour with swatch, picker, notations to copy and contrast', () =>
    get().ways.both(async (way) => {
      const { page, scripts } = way;
      await ask(way, '#ff8800 to hsl');
      expect(await page.locator('.colour-shown .swatch rect').getAttribute('fill')).toBe('#ff8800');
      expect(await page.locator('.contrasts').innerText()).toMatch(/White [\d.]+ : 1.*Black [\d.]+ : 1/s);
      await page.fill('input[type=color]', '#0000ff');
      if (!scripts) await page.getByRole('button', { name: 'Show' }).click();
      await untilText(page, '.notations dd', 'rgb(0, 0, 255)');
      expect(await page.locator('.colour-shown .swatch rect').getAttribute('fill')).toBe('#0000ff');
      if (!scripts) return;
      // Copy buttons of what came later work too.
      await page.getByTitle('Copy RGB').click();
      await eventually('the new value is copied', async () => (await clipboard(page)) === 'rgb(0, 0, 255)');
    }));

  test("clock that ticks, in the browser's zone where none is named; several zones", () =>
    get().ways.both(async (way) => {
      const { page, scripts } = way;
      await ask(way, 'what time is it');
      expect(await page.locator('.instant').textContent()).toContain(scripts ? 'UTC+05:30' : 'UTC');
      if (scripts) await untilChanged(page, 'instant-clock time');
      await ask(way, '7pm utc in new york');
      expect(await page.locator('.zones li').count()).toBe(2);
    }));

  test('date difference with a bar, and a countdown that ticks', () =>
    get().ways.both(async (way) => {
      const { page, scripts } = way;
      await ask(way, 'days between 2026-01-01 and 2100-01-01');
      expect(await page.locator('.span-bar').isVisible()).toBe(true);
      await ask(way, 'days until christmas');
      if (!scripts) return;
      await untilChanged(page, '.countdown span:last-child b');
      expect(await page.locator('.countdown').textContent()).toMatch(/\d+ days?\s*\d+ hours?/);
    }));

  test('QR to save', () =>
    get().ways.both(async (way) => {
      const { page } = way;
      await ask(way, 'qr code https://example.org');
      for (const format of ['PNG', 'SVG']) {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', { name: `Save as ${format}` }).click(),
        ]);
        expect(download.suggestedFilename()).toBe(`qr-code.${format.toLowerCase()}`);
      }
    }));

  test('hash, base and encode with copy', () =>
    get().ways.both(async (way) => {
      const { page, scripts } = way;
      const button = page.locator('.instant .answer .copy');
      for (const [q, value] of Object.entries({
        'base64 encode hello': 'aGVsbG8=',
        '255 in hex': 'FF',
        'md5 of hello': '5d41402abc4b2a76b9719d911017c592',
      })) {
        await ask(way, q);
        expect((await page.locator('.instant .answer .value').textContent())?.replace('0x', '')).toMatch(
          new RegExp(`^${value}$`, 'i'),
        );
        expect(await button.isVisible()).toBe(scripts);
      }
      if (!scripts) return;
      await button.click();
      await button.filter({ hasText: 'Copied' }).waitFor();
      expect(await clipboard(page)).toBe('5d41402abc4b2a76b9719d911017c592');
      await button.filter({ hasText: /^Copy$/ }).waitFor();
    }));

  test('algebra typeset from its LaTeX', () =>
    get().ways.both(async (way) => {
      await ask(way, 'derivative of x^2 sin x');
      expect(await way.page.locator('.formula math').isVisible()).toBe(true);
      expect(await way.page.locator('.formula math msup').count()).toBeGreaterThan(0);
    }));

  test('timer and stopwatch on the page only; without scripts, they say what they need', () =>
    get().ways.both(async (way) => {
      const { page, scripts } = way;
      const press = (name: string) => page.getByRole('button', { name }).click();
      const face = page.getByRole('timer');
      await ask(way, 'timer 1 minute');
      expect(await face.textContent()).toMatch(/^\s*01:00\s*$/);
      expect(await page.getByRole('button', { name: 'Start' }).isDisabled()).toBe(!scripts);
      if (!scripts) return expect(await page.locator('noscript p').innerText()).toBe('This requires JavaScript.');
      await press('Start');
      await face.filter({ hasText: '00:5' }).waitFor();
      await press('Pause');
      await press('Reset');
      await face.filter({ hasText: '01:00' }).waitFor();
      await ask(way, 'timer 1 second');
      await press('Start');
      await page.getByText('Time is up.').waitFor();
      await face.filter({ hasText: '00:00' }).waitFor();
      await ask(way, 'stopwatch');
      await press('Start');
      await face.filter({ hasText: '00:00.' }).filter({ hasNotText: '00:00.0' }).waitFor();
      await press('Lap');
      expect(await page.locator('.laps li').count()).toBe(1);
    }));

  test('what is drawn at random is drawn again, in place or by a search', () =>
    get().ways.both(async (way) => {
      const { page, scripts } = way;
      await ask(way, 'uuid');
      const first = await page.locator('.instant .value').textContent();
      await page.getByRole('link', { name: 'Again' }).click();
      await until(page, `document.querySelector('.instant .value')?.textContent !== '${first}'`);
      if (scripts) expect(await page.evaluate('document.activeElement.textContent')).toBe('Again');
    }));
}
