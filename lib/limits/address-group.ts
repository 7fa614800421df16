import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The bits of the IPv6 networks that providers give to one customer, the most usual first. */
const NETWORK_BITS = [64, 56, 48] as const;

/**
 * The group of addresses that a limit counts as one client. A client with IPv6 chooses its address freely within a /64
 * network, so that network counts as one. An IPv4 address counts for itself, also when it is written as an IPv6 address.
 */
export function addressGroup(address: string): string {
  return addressGroups(address)[0] as string;
}

/** The group of an address, and the wider IPv6 networks of which one client may have all addresses, if it is IPv6. */
export function addressGroups(address: string): string[] {
  if (!isIPv6(address)) return [address];
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return [parsed.toIPv4Address().toString()];
  return NETWORK_BITS.map((bits) => {
    const [first = 0, second = 0, third = 0, fourth = 0] = parsed.parts;
    const subnet = bits === 64 ? fourth : bits === 56 ? fourth & 0xff00 : 0;
    return `${[first, second, third, subnet].map((part) => part.toString(16)).join(':')}::/${bits}`;
  });
}
