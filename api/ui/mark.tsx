import type { VNode } from 'preact';

/** The mark: streams that join into one. The name beside it is its text. */
export function Mark(): VNode {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path class="stream" d="M3 6c9 0 8 10 17 10" />
      <path class="stream" d="M3 26c9 0 8-10 17-10" />
      <path d="M3 16h26" />
    </svg>
  );
}
