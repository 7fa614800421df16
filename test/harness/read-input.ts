import type { ReadInput } from '../../lib/pages/read-operation.ts';

/** What a worker is asked to do with a page, but its address. */
export const readInput: Omit<ReadInput, 'url'> = {
  format: 'markdown',
  whole: false,
  also: [],
  maxChars: 1_000,
  links: false,
  images: false,
  query: '',
  chunks: 3,
  render: 'off',
  maxAgeMs: Number.MAX_SAFE_INTEGER,
  scope: '',
};
