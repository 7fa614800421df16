import { expect, it } from 'vitest';
import { loggedAddress } from '../../lib/net/logged-address.ts';

it.each([
  ['203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:12:34:56::1', '2001:db8:12:34:56::1', '2001:db8:12::/48'],
  ['not an address', undefined, undefined],
])('%s is logged whole, as its network, or not at all', (address, full, network) => {
  expect(loggedAddress(address, 'full')).toBe(full);
  expect(loggedAddress(address, 'network')).toBe(network);
  expect(loggedAddress(address, 'off')).toBeUndefined();
});
