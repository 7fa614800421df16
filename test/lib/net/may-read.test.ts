import { describe, expect, it, test } from 'vitest';
import { HostList } from '../../../lib/net/host-list.ts';
import { hostOf, mayLookUp, portOf, refusalBefore, refusalOf } from '../../../lib/net/may-read.ts';
import { embeddedIpv4 } from '../../../lib/net/public-address.ts';

const rulesOf = (allow = '', deny = '') => ({
  allow: HostList.parse(allow),
  deny: HostList.parse(deny, { withSubdomains: true }),
});

describe('a page', () => {
  test.each<[host: string, port: number, address: string, allow: string, deny: string, refusal: string | null]>([
    ['example.org', 443, '8.8.8.8', '', '', null],
    ['example.org', 8080, '2606:4700::1', '', '', null],
    ['example.org', 22, '8.8.8.8', '', '', 'port'],
    ['example.org', 80, '10.0.0.1', '', '', 'host'],
    ['example.org', 22, '10.0.0.1', '', '', 'host'],
    ['example.org', 80, '::ffff:8.8.8.8', '', '', 'host'],
    ['example.org', 22, '10.0.0.1', 'example.org', '', null],
    ['example.org', 22, '8.8.8.8', 'example.org', '', null],
    ['a.example.org', 80, '10.0.0.1', 'example.org', '', 'host'],
    ['a.example.org', 80, '10.0.0.1', '*.example.org', '', null],
    ['example.org', 22, '10.0.0.1', '10.0.0.0/8', '', null],
    ['example.org', 80, '10.0.0.1', '10.0.0.0/8', '10.0.0.1', 'host'],
    ['example.org', 80, '10.0.0.1', 'example.org', 'example.org', 'host'],
    ['a.example.org', 80, '8.8.8.8', '', 'example.org', 'host'],
    ['example.org', 80, '8.8.8.8', '', '8.8.0.0/16', 'host'],
    ['example.org', 80, '64:ff9b::808:808', '', '8.8.0.0/16', 'host'],
    ['example.org', 80, '2002:808:808::1', '', '8.8.0.0/16', 'host'],
    ['example.org', 80, '64:ff9b::808:808', '', '', null],
    ['example.org', 80, '', '', '', 'host'],
  ])('of %s at port %i of %s, with %s allowed and %s denied', (host, port, address, allow, deny, refusal) => {
    expect(refusalOf({ host, port, address }, rulesOf(allow, deny))).toBe(refusal);
  });

  it('is at the host and port of its URL', () => {
    const of = (url: string) => [hostOf(new URL(url)), portOf(new URL(url))];
    expect(of('http://EXAMPLE.org./')).toEqual(['example.org', 80]);
    expect(of('https://[2606:4700::1]:8443/')).toEqual(['2606:4700::1', 8443]);
    expect(of('https://example.org:0/')).toEqual(['example.org', 0]);
    expect(of('https://0x7f.1/')).toEqual(['127.0.0.1', 443]);
  });
});

test.each([
  ['http://10.0.0.1:22/x', '', '', 'host'],
  ['http://10.0.0.1:22/x', '10.0.0.0/8', '', null],
  ['http://[::1]/', '', '', 'host'],
  ['https://8.8.8.8:8443/', '', '', null],
  ['https://8.8.8.8:22/', '', '', 'port'],
  ['https://router/', '', '', 'host'],
  ['https://example.org/', '', '', null],
  ['https://example.org/', '', 'example.org', 'host'],
  ['https://example.org:6379/', '', '', 'port'],
  ['https://example.org:6379/', 'example.org', '', null],
  // Its address may be in that network.
  ['https://example.org:6379/', '10.0.0.0/8', '', null],
])('%s with %s allowed and %s denied is refused before its name is looked up: %s', (url, allow, deny, refusal) => {
  expect(refusalBefore(new URL(url), rulesOf(allow, deny))).toBe(refusal);
});

test('names of the local network are looked up only if they may be allowed', () => {
  const isLookedUp = (host: string, allow?: string, deny?: string) => mayLookUp(host, rulesOf(allow, deny));
  expect(['router', 'db.internal', 'nas.local', 'localhost'].map((host) => isLookedUp(host))).not.toContain(true);
  expect([isLookedUp('router', 'router'), isLookedUp('router', '10.0.0.0/8'), isLookedUp('example.org')]).not.toContain(
    false,
  );
  expect(isLookedUp('a.example.org', '', 'example.org')).toBe(false);
});

test('an IPv6 address may stand for one of IPv4', () => {
  expect(embeddedIpv4('64:ff9b::102:304')).toBe('1.2.3.4');
  expect(embeddedIpv4('2002:102:304::9')).toBe('1.2.3.4');
  expect([embeddedIpv4('2606:4700::1'), embeddedIpv4('1.2.3.4'), embeddedIpv4('')]).toEqual(['', '', '']);
});
