import { describe, expect, it, test } from 'vitest';
import { readConfig } from '../../lib/config/config.ts';

describe('the settings for reading pages', () => {
  it('have the documented defaults', () => {
    const { extract } = readConfig({});
    expect(extract).toMatchObject({ enabled: true, deadlineMs: 12_000, robots: true });
    expect([extract.allow.hasNetworks, extract.deny.hasNetworks]).toEqual([false, false]);
  });

  it('are read', () => {
    const { extract } = readConfig({
      EXTRACT: 'off',
      EXTRACT_DEADLINE_MS: '5000',
      EXTRACT_ROBOTS: 'off',
      EXTRACT_ALLOW: 'wiki.example.org,10.0.0.0/8',
      EXTRACT_DENY: 'example.net',
    });
    expect(extract).toMatchObject({ enabled: false, deadlineMs: 5_000, robots: false });
    expect([extract.allow.hasName('wiki.example.org'), extract.allow.hasName('a.wiki.example.org')]).toEqual([
      true,
      false,
    ]);
    expect([extract.allow.hasAddress('10.1.2.3'), extract.deny.hasName('a.example.net')]).toEqual([true, true]);
  });

  test.each([
    ['EXTRACT', 'no', 'EXTRACT: must be on or off'],
    ['EXTRACT_ROBOTS', 'never', 'EXTRACT_ROBOTS: must be on or off'],
    ['EXTRACT_DEADLINE_MS', '12s', 'EXTRACT_DEADLINE_MS: must be a whole number'],
    ['EXTRACT_DEADLINE_MS', '100', 'EXTRACT_DEADLINE_MS: must be between 300 and 60000'],
    [
      'EXTRACT_ALLOW',
      '10.0.0.0/99',
      'EXTRACT_ALLOW: "10.0.0.0/99" is neither a host name, *.name, an address nor a network',
    ],
    ['EXTRACT_DENY', 'https://example.org', 'EXTRACT_DENY: "https://example.org" is neither a host name'],
  ])('%s=%s is an error that names it', (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(message);
  });
});
