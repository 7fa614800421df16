import { describe, expect, it, test } from 'vitest';
import { HostList } from '../../../lib/net/host-list.ts';

describe('a list of hosts', () => {
  const list = HostList.parse('wiki.example.org, *.example.net,10.0.0.0/8 fd00::/8, 192.0.2.7, Bücher.example, [::1]');

  test.each([
    ['wiki.example.org', true],
    ['a.wiki.example.org', false],
    ['example.org', false],
    ['a.example.net', true],
    ['a.b.example.net', true],
    ['example.net', false],
    ['notexample.net', false],
    ['xn--bcher-kva.example', true],
    ['', false],
  ])('and the name %s', (name, isListed) => {
    expect(list.hasName(name)).toBe(isListed);
  });

  test.each([
    ['10.255.0.1', true],
    ['11.0.0.1', false],
    ['192.0.2.7', true],
    ['192.0.2.8', false],
    ['::ffff:10.0.0.1', true],
    ['fd12::1', true],
    ['fe80::1', false],
    ['::1', true],
    ['wiki.example.org', false],
    ['', false],
  ])('and the address %s', (address, isListed) => {
    expect(list.hasAddress(address)).toBe(isListed);
  });

  it('may mean subdomains by a name', () => {
    const sites = HostList.parse('example.org', { withSubdomains: true });
    expect(
      ['example.org', 'a.example.org', 'a.b.example.org', 'myexample.org'].map((name) => sites.hasName(name)),
    ).toEqual([true, true, true, false]);
  });

  it('knows whether it has networks', () => {
    expect(list.hasNetworks).toBe(true);
    expect(HostList.parse('example.org').hasNetworks).toBe(false);
    expect(HostList.parse('').hasName('')).toBe(false);
  });

  test.each([
    'http://example.org',
    'example.org:80',
    'example.org/path',
    'user@example.org',
    '*',
    '*.',
    'a.*.org',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    'fd00::/129',
    '10.0.0/8',
    '127.1',
    'exa%mple.org',
    '[::1',
  ])('has no entry %s', (entry) => {
    expect(() => HostList.parse(`example.net,${entry}`)).toThrow(`"${entry}" is neither a host name`);
  });
});
