import { describe, expect, it } from 'vitest';
import { withoutTracking } from '../../../lib/search/tracking.ts';

describe('an address without tracking', () => {
  it.each([
    ['https://example.org/a?utm_source=x', 'https://example.org/a'],
    ['https://example.org/a?utm_source=x#part', 'https://example.org/a#part'],
    ['https://example.org/a?b=1&UTM_Source=x&c=2&gclid=3', 'https://example.org/a?b=1&c=2'],
    ['https://example.org/?%75tm_source=x&b', 'https://example.org/?b'],
    ['https://youtu.be/abc?si=x&t=5', 'https://youtu.be/abc?t=5'],
    ['https://www.youtube.com/watch?v=abc&feature=share', 'https://www.youtube.com/watch?v=abc'],
    ['https://x.com/a/status/1?s=20&t=abc', 'https://x.com/a/status/1'],
  ])('loses only the parameters that track: %s', (given, clean) => {
    expect(withoutTracking(given)).toBe(clean);
  });

  it.each([
    'https://example.org/A/?b=2&a=1&&x=%7e+%20#?utm_source=x',
    'https://example.org/?si=x&feature=share&ref=main&s=1&t=2',
    'https://example.org?',
    'https://notyoutube.com/watch?si=1',
    'https://example.org/?%=1',
    'no address?utm=1',
  ])('is otherwise unchanged: %s', (address) => {
    expect(withoutTracking(address)).toBe(address);
  });
});
