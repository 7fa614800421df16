import { describe, expect, it } from 'vitest';
import { mediawiki } from '../../../lib/engines/mediawiki.ts';

describe('the API of a wiki', () => {
  it.each([
    ['https://wiki.archlinux.org', 'https://wiki.archlinux.org/api.php'],
    ['https://en.wikipedia.org/w', 'https://en.wikipedia.org/w/api.php'],
    ['https://en.wikipedia.org/w/api.php', 'https://en.wikipedia.org/w/api.php'],
  ])('for the setting %s is at %s', (url, api) => {
    const input = { q: 'a', page: 1, lang: '', safe: true, date: null };
    const request = mediawiki.operations.web?.request(input, {
      url,
      otherUrls: {},
      own: {},
      apiKey: '',
      userAgent: 'x',
    });
    expect(request?.url.split('?')[0]).toBe(api);
  });
});
