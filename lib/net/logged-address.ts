import ipaddr from 'ipaddr.js';

/** How much of an address is logged. */
export const addressDetails = ['full', 'network', 'off'] as const;
export type AddressDetail = (typeof addressDetails)[number];

/** The bits of the network that stands for an address: those that providers give to a customer, or a small site. */
const NETWORK_BITS = { ipv4: 24, ipv6: 48 } as const;

/** What the log says of a client's address; undefined if nothing. */
export function loggedAddress(address: string, detail: AddressDetail): string | undefined {
  if (detail === 'off' || !ipaddr.isValid(address)) return undefined;
  // An IPv4 address may be written as an IPv6 address.
  const parsed = ipaddr.process(address);
  if (detail === 'full') return parsed.toString();
  const bits = NETWORK_BITS[parsed.kind()];
  const family = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${family.networkAddressFromCIDR(`${parsed}/${bits}`)}/${bits}`;
}
