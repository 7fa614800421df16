import { describe, expect, it } from 'vitest';
import { addressGroup, addressGroups } from '../../../lib/limits/address-group.ts';

describe('the group of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('of %j is %j', (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });
});

describe('the groups of an address', () => {
  it.each([
    ['192.0.2.1', ['192.0.2.1']],
    ['::ffff:192.0.2.1', ['192.0.2.1']],
    ['2001:db8:1:2345:6::7', ['2001:db8:1:2345::/64', '2001:db8:1:2300::/56', '2001:db8:1:0::/48']],
  ])('of %j widen to %j', (address, groups) => {
    expect(addressGroups(address)).toEqual(groups);
  });
});
