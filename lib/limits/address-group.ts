import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The group of addresses that a limit counts as one client. A client with IPv6 chooses its address freely within a /64
 * network, so that network counts as one. An IPv4 address counts for itself, also when it is written as an IPv6 address.
 */
export function addressGroup(address: string): string {
  if (!isIPv6(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
