import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { countText, timeText, waitText } from '../../api/ui/number-text.ts';
import { When } from '../../api/ui/when.tsx';

const AT = '2026-11-07T21:04:05.678Z';

test.each([
  ['en', '12,345', '2 minutes', '7 Nov 2026', 'November 2026', '7 Nov 2026, 21:04', '21:04:05'],
  ['de', '12.345', '2 Minuten', '07.11.2026', 'November 2026', '07.11.2026, 21:04', '21:04:05'],
] as const)('numbers and times in %s', (language, count, wait, day, month, minute, second) => {
  expect(countText(12_345, language)).toBe(count);
  expect(waitText(100, language)).toBe(wait);
  expect(timeText('2026-11-07', 'day', language)).toBe(day);
  expect(timeText('2026-11', 'month', language)).toBe(month);
  expect(timeText(AT, 'minute', language)).toBe(minute);
  expect(timeText(AT, 'second', language)).toBe(second);
});

test('a time on a page is in UTC, and machine-readable', () => {
  expect(renderToString(h(When, { at: AT }))).toBe(`<time datetime="${AT}">7 Nov 2026, 21:04 UTC</time>`);
  expect(renderToString(h(When, { at: '' }))).toBe('<span class="faint">never</span>');
});
