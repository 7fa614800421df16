import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { countText, relativeTimeText, timeText, waitText } from '../../api/ui/number-text.ts';
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

test.each([
  [-3, 'now', 'jetzt'],
  [-45, '45 seconds ago', 'vor 45 Sekunden'],
  [-70, '1 minute ago', 'vor 1 Minute'],
  [-100, '2 minutes ago', 'vor 2 Minuten'],
  [-61 * 60, '1 hour ago', 'vor 1 Stunde'],
  [-3 * 3_600, '3 hours ago', 'vor 3 Stunden'],
  [-3 * 86_400, '3 days ago', 'vor 3 Tagen'],
  [-100 * 86_400, '3 months ago', 'vor 3 Monaten'],
  [5 * 60, 'in 5 minutes', 'in 5 Minuten'],
  [3 * 365 * 86_400, 'in 3 years', 'in 3 Jahren'],
])('a time that is %d seconds from now is told as such', (seconds, english, german) => {
  const now = Date.parse(AT);
  const at = new Date(now + seconds * 1_000).toISOString();
  expect(relativeTimeText(at, 'en', now)).toBe(english);
  expect(relativeTimeText(at, 'de', now)).toBe(german);
});

test('a time on a page is told from now on; the exact one is there for pointer, focus and programs', () => {
  const at = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const exact = `${timeText(at, 'minute', 'en')} UTC`;
  expect(renderToString(h(When, { at }))).toBe(
    `<time class="when" datetime="${at}" title="${exact}" tabindex="0">3 days ago<span class="exact"> ${exact}</span></time>`,
  );
  expect(renderToString(h(When, { at: '' }))).toBe('<span class="faint">never</span>');
});
