import { describe, expect, test } from 'vitest';
import { METADATA_ADDRESSES } from '../../../lib/net/cloud-metadata.ts';
import { isPrivateAddress, isPublicAddress, isPublicHost } from '../../../lib/net/public-address.ts';

const REFUSED: readonly (readonly [what: string, ...addresses: string[]])[] = [
  ['this host', '0.0.0.0', '0.255.255.255', '::'],
  ['loopback', '127.0.0.1', '127.255.255.255', '::1'],
  ['private', '10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  ['CGNAT', '100.64.0.0', '100.127.255.255'],
  ['link-local', '169.254.0.1', '169.254.169.254', 'fe80::1', 'febf::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['unique local', 'fc00::1', 'fd12:3456::1'],
  ['site-local', 'fec0::1'],
  ['protocol assignments', '192.0.0.8', '2001::1', '2001:1ff::1'],
  ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.255', '2001:db8::1', '3fff:fff::1'],
  ['benchmarking', '198.18.0.1', '198.19.255.255', '2001:2::1'],
  ['6to4 relays', '192.88.99.1'],
  ['multicast', '224.0.0.1', '239.255.255.255', 'ff02::1'],
  ['reserved and broadcast', '240.0.0.1', '255.255.255.255', '4000::1', '100::1'],
  ['IPv4-mapped and IPv4-compatible', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::ffff:808:808', '::8.8.8.8'],
  ['NAT64 of a refused address', '64:ff9b::10.0.0.1', '64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe'],
  ['local NAT64', '64:ff9b:1::8.8.8.8'],
  ['6to4 of a refused address', '2002:a00:1::1', '2002:7f00:1::', '2002:c0a8:101::1', '2002:e000:1::'],
  ['the metadata of clouds', '168.63.129.16', '192.80.8.124', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254'],
  ['the metadata of clouds by NAT64 and 6to4', '64:ff9b::168.63.129.16', '2002:a83f:8110::1', '2002:c050:87c::1'],
  ['no address', '', 'example.org', '8.8.8', '8.8.8.8:80', '[2606:4700::1]', '0x08.8.8.8'],
];

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '168.63.129.15',
  '168.63.129.17',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:200::1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
  '64:ff9b::8.8.8.8',
  '2002:808:808::1',
];

describe('an address', () => {
  test.each(REFUSED)('is not public: %s', (_what, ...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
  test.each(METADATA_ADDRESSES)('is not public if a cloud has its metadata there: %s', (_cloud, ...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
  test('is public if it is globally reachable unicast', () => {
    expect(PUBLIC.filter((address) => !isPublicAddress(address))).toEqual([]);
  });
});

describe('the host of a URL', () => {
  test.each([
    'http://127.0.0.1:6379/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://127.0.0.1./',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fd00::1]:8080/',
    'http://169.254.169.254/latest/meta-data/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://ⓛocalhost/',
    'http://app.localhost/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://nas.home.arpa/',
    'http://router/',
  ])('is not public: %s', (url) => {
    expect(isPublicHost(new URL(url).hostname)).toBe(false);
  });
  test.each([
    'https://example.org/',
    'https://example.org./',
    'https://localhost.example.org/',
    'https://notlocal.org/',
    'https://mylocal.example/',
    'http://8.8.8.8/',
    'http://[2606:4700::1]/',
    'https://münchen.de/',
  ])('may be public: %s', (url) => {
    expect(isPublicHost(new URL(url).hostname)).toBe(true);
  });
});

test('a private address is one of no public network, or a name of this machine; other local names are none', () => {
  const hosts = ['10.0.0.1', '[::1]', '169.254.169.254', 'localhost', 'app.localhost.', '8.8.8.8', '[2606:4700::1]'];
  const names = ['example.org', 'router', 'wiki.local'];
  expect([...hosts, ...names].filter(isPrivateAddress)).toEqual(hosts.slice(0, 5));
});
