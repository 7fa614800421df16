import { expect, test } from 'vitest';
import { answers, dataOf, staysSilent } from './tables.ts';

answers('subnet', [
  ['10.1.2.3/8', '10.0.0.0/8'],
  ['subnet 192.168.1.77/26', '192.168.1.64/26'],
  ['8.8.8.8 255.255.224.0', '8.8.0.0/19'],
  ['2001:db8:1::5/48', '2001:db8:1::/48'],
  ['subnet mask for /26', '255.255.255.192'],
  ['255.255.255.0 in cidr', '/24'],
  ['255.255.255.128 prefix length', '/25'],
  ['255.255.252.0 slash notation', '/22'],
  ['what subnet is 10.10.10.10/22', '10.10.8.0/22'],
  ['10.0.0.1 with subnet mask 255.255.255.0', '10.0.0.0/24'],
  ['ipcalc 10.1.1.1/16', '10.1.0.0/16'],
  ['192.168.1.0/28 range', '192.168.1.0/28'],
  ['subnet mask for 192.168.1.0/25', '255.255.255.128'],
  ['what is the subnet mask for /20', '255.255.240.0'],
  ['slash 24 subnet', '255.255.255.0'],
  ['network address of 172.16.5.4/12', '172.16.0.0'],
  ['broadcast address of 192.168.1.10/26', '192.168.1.63'],
  ['192.168.1.10 255.255.255.192 broadcast', '192.168.1.63'],
  ['first usable ip in 10.0.0.0/24', '10.0.0.1'],
  ['last host of 10.0.0.0/24', '10.0.0.254'],
  ['how many hosts in a /28', '14'],
  ['number of hosts in 192.168.1.0/27', '30'],
  ['how many ip addresses in a /24', '256'],
  ['how many usable ips in a /24', '254'],
  ['wildcard mask for /26', '0.0.0.63'],
  ['wildcard mask 255.255.255.0', '0.0.0.255'],
]);

staysSilent('subnet', [
  '10.0.0.1',
  '1/2',
  '10.0.0.0/33',
  '300.0.0.0/8',
  '10.0.0.0/255.0.255.0',
  '2001:db8::/129',
  'subnet',
  'subnet mask',
  ':/1',
  '255.255.255.0',
  '/24',
  'how many in a /24',
  'broadcast address of 10.0.0.4/31',
  '10.0.0.0/24 aws vpc',
  '192.168.1.0/24 route add',
  'ip 255.255.0.255',
  '24/7 network',
]);

test.each([
  ['10.0.0.0/24', '10.0.0.1', '10.0.0.254', '10.0.0.255', 254],
  ['10.0.0.4/31', '10.0.0.4', '10.0.0.5', null, 2],
  ['10.0.0.4/32', '10.0.0.4', '10.0.0.4', null, 1],
  ['0.0.0.0/0', '0.0.0.1', '255.255.255.254', '255.255.255.255', 4294967294],
  ['::/64', '::', '::ffff:ffff:ffff:ffff', null, '18446744073709551616'],
])('%s', async (query, first, last, broadcast, hosts) => {
  expect(await dataOf('subnet', query)).toMatchObject({ first, last, broadcast, hosts });
});
