import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { METADATA_ADDRESSES } from './cloud-metadata.ts';

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

/** Names of the machine itself: RFC 6761. */
const OWN_NAME = /(^|\.)localhost$/;
/** Names that have a meaning only in the local network: RFC 6762, RFC 8375 and ICANN's `internal`. */
const LOCAL_NAME = /(^|\.)(local|internal|home\.arpa)$/;

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
const metadata = METADATA_ADDRESSES.flatMap(([, ...addresses]) => addresses);
for (const address of metadata.filter((ip) => isIP(ip) === 6)) refused.addAddress(address, 'ipv6');
const metadataIpv4 = metadata.filter((ip) => isIP(ip) === 4).map((address) => [address, 32] as const);
for (const [network, bits] of [...REFUSED_IPV4, ...metadataIpv4]) {
  refused.addSubnet(network, bits, 'ipv4');
  // The same network as NAT64 and as 6to4.
  refused.addSubnet(`64:ff9b::${network}`, 96 + bits, 'ipv6');
  refused.addSubnet(`2002:${hexadecimal(network)}::`, 16 + bits, 'ipv6');
}

/**
 * Whether an IP address is globally reachable unicast: neither of this machine, its network or its cloud's metadata, nor of
 * no machine at all.
 */
export function isPublicAddress(ip: string): boolean {
  const family = isIP(ip);
  if (family === 4) return !refused.check(ip, 'ipv4');
  return family === 6 && routed.check(ip, 'ipv6') && !refused.check(ip, 'ipv6');
}

/** Whether the host of a URL, as `URL.hostname` has it, is an address that is not public, or a name of this machine. */
export function isPrivateAddress(hostname: string): boolean {
  const host = bareHost(hostname);
  return isIP(host) === 0 ? OWN_NAME.test(host) : !isPublicAddress(host);
}

/**
 * Whether the host of a URL, as `URL.hostname` has it, may be public: a public address, or a name of the public DNS. What
 * the name resolves to is not known here.
 */
export function isPublicHost(hostname: string): boolean {
  const host = bareHost(hostname);
  if (isIP(host) !== 0) return isPublicAddress(host);
  // A name of one label is looked up in the local network.
  return host.includes('.') && !OWN_NAME.test(host) && !LOCAL_NAME.test(host);
}

/** Without the brackets of an IPv6 address, and the dot that may end a name. */
function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
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
