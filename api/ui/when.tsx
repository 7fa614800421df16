import type { VNode } from 'preact';

/** Shows a time in UTC, to the minute, or `otherwise` if there is none. */
export function When({ at, otherwise = 'never' }: { at: string; otherwise?: string }): VNode {
  if (at === '') return <span class="faint">{otherwise}</span>;
  return <time dateTime={at}>{`${at.slice(0, 10)} ${at.slice(11, 16)} UTC`}</time>;
}
