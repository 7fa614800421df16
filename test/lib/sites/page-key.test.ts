import { describe, expect, it } from 'vitest';
import { pageKey } from '../../../lib/sites/page-key.ts';

describe('the key of a page', () => {
  it.each([
    ['https://www.example.org/a/', 'http://example.org/a'],
    ['https://example.org/index.html', 'https://example.org'],
    ['https://example.org/a?utm_source=x&b=1', 'https://example.org/a?b=1'],
    ['https://example.org/a?b=1&a=2', 'https://example.org/a?a=2&b=1'],
    ['https://example.org/a#part', 'https://example.org/a'],
    ['https://example.org//a', 'https://example.org/a'],
    ['https://example.org/a;jsessionid=5AC6268DD8D4D5D1FDF5D41E9F2FD960', 'https://example.org/a'],
    ['https://example.org/a;jsessionid=5AC6268DD8D4D5D1FDF5D41E9F2FD960?b=1', 'https://example.org/a?b=1'],
    ['https://example.org/a?PHPSESSID=0b1c2d3e4f5061728394a5b6c7&b=1', 'https://example.org/a?b=1'],
    ['https://example.org/a?sid=0b1c2d3e4f5061728394a5b6c7', 'https://example.org/a'],
    ['https://example.org/a?b=1&osCsession_id=0b1c2d3e4f5061728394', 'https://example.org/a?b=1'],
  ])('of %s is that of %s', (address, same) => {
    expect(pageKey(address)).toBe(pageKey(same));
  });

  it.each([
    ['https://example.org/a?session=spring', 'https://example.org/a?session=autumn'],
    ['https://example.org/a?sid=7', 'https://example.org/a?sid=8'],
    ['https://example.org/a?id=0b1c2d3e4f5061728394', 'https://example.org/a?id=1b1c2d3e4f5061728394'],
    ['https://example.org/a;v=1', 'https://example.org/a;v=2'],
    ['https://example.org/a', 'https://example.org/A'],
    ['https://example.org:8080/a', 'https://example.org/a'],
  ])('of %s is not that of %s', (address, other) => {
    expect(pageKey(address)).not.toBe(pageKey(other));
  });

  it('exists for addresses of the web only', () => {
    expect(['mailto:a@example.org', '/a', '', 'http://'].map((address) => pageKey(address))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
