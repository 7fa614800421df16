import type { VNode } from 'preact';
import { relativeTimeText, timeText } from './number-text.ts';
import { useLocale, useTexts } from './rendering.tsx';

/**
 * Shows how long ago a time was, or how soon it is; the exact one is there for the pointer and with the focus, in UTC and to
 * the minute. `never` if there is no time.
 */
export function When({ at }: { at: string }): VNode {
  const locale = useLocale();
  const { never } = useTexts().common;
  if (at === '') return <span class="faint">{never}</span>;
  const exact = `${timeText(at, 'minute', locale)} UTC`;
  return (
    <time class="when" dateTime={at} title={exact} tabindex={0}>
      {relativeTimeText(at, locale, Date.now())}
      <span class="exact"> {exact}</span>
    </time>
  );
}
