import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The IPv4 networks that are not globally reachable unicast, by the IANA registry of special-purpose addresses: this host,
 * private, shared by carriers (CGNAT), loopback, link-local, protocol assignments, documentation, 6to4 relays, private,
 * benchmarking, documentation twice, multicast, and reserved with broadcast.
 */
const REFUSED_IPV4: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Within global unicast: protocol assignments with Teredo and benchmarking, and documentation twice. */
const REFUSED_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
] as const;

/** Names that have a meaning only on the machine or in its network: RFC 6761, RFC 6762, RFC 8375 and ICANN's `internal`. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/;

const refused = new BlockList();
/** Global unicast, and NAT64, by which machines without IPv4 reach IPv4 addresses. */
const routed = new BlockList();
/** Addresses that stand for an IPv4 address. */
const translated = new BlockList();
translated.addSubnet('64:ff9b::', 96, 'ipv6');
translated.addSubnet('2002::', 16, 'ipv6');
routed.addSubnet('2000::', 3, 'ipv6');
routed.addSubnet('64:ff9b::', 96, 'ipv6');
for (const [network, bits] of REFUSED_IPV6) refused.addSubnet(network, bits, 'ipv6');
for (const [network, bits] of REFUSED_IPV4) {
  refused.addSubnet(network, bits, 'ipv4');
  // The same network as NAT64 and as 6to4.
  refused.addSubnet(`64:ff9b::${network}`, 96 + bits, 'ipv6');
  refused.addSubnet(`2002:${hexadecimal(network)}::`, 16 + bits, 'ipv6');
}

/** Whether an IP address is globally reachable unicast: neither of this machine or its network, nor of no machine at all. */
export function isPublicAddress(ip: string): boolean {
  const family = isIP(ip);
  if (family === 4) return !refused.check(ip, 'ipv4');
  return family === 6 && routed.check(ip, 'ipv6') && !refused.check(ip, 'ipv6');
}

/**
 * Whether the host of a URL, as `URL.hostname` has it, may be public: a public address, or a name of the public DNS. What
 * the name resolves to is not known here.
 */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  // A name of one label is looked up in the local network.
  return host.includes('.') && !LOCAL_NAME.test(host);
}

/** The IPv4 address to which NAT64 (64:ff9b::/96) or 6to4 (2002::/16) takes an IPv6 address; empty for all others. */
export function embeddedIpv4(ip: string): string {
  if (isIP(ip) !== 6 || !translated.check(ip, 'ipv6')) return '';
  const bytes = ipaddr.IPv6.parse(ip).toByteArray();
  return (bytes[0] === 0x20 ? bytes.slice(2, 6) : bytes.slice(12)).join('.');
}

function hexadecimal(ipv4: string): string {
  const hex = ipv4.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0'));
  return `${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`;
}
