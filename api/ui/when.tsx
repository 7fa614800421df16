import type { VNode } from 'preact';
import { timeText } from './number-text.ts';
import { useLocale, useTexts } from './rendering.tsx';

/** Shows a time in UTC, to the minute; `never` if there is none. */
export function When({ at }: { at: string }): VNode {
  const language = useLocale();
  const { never } = useTexts().common;
  if (at === '') return <span class="faint">{never}</span>;
  return <time dateTime={at}>{`${timeText(at, 'minute', language)} UTC`}</time>;
}
