import { expect, test } from 'vitest';
import { answers, dataOf, staysSilent } from './tables.ts';

answers('subnet', [
  ['10.1.2.3/8', '10.0.0.0/8'],
  ['subnet 192.168.1.77/26', '192.168.1.64/26'],
  ['8.8.8.8 255.255.224.0', '8.8.0.0/19'],
  ['2001:db8:1::5/48', '2001:db8:1::/48'],
  ['subnet mask for /26', '255.255.255.192'],
  ['255.255.255.0 in cidr', '/24'],
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
