import type { VNode } from 'preact';

/** A time in UTC, to the minute; `otherwise` stands where there is none. */
export function When({ at, otherwise = 'never' }: { at: string; otherwise?: string }): VNode {
  if (at === '') return <span class="faint">{otherwise}</span>;
  return <time dateTime={at}>{`${at.slice(0, 10)} ${at.slice(11, 16)} UTC`}</time>;
}
