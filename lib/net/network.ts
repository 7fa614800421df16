import ipaddr from 'ipaddr.js';

const IPV4_AS_IPV6 = '00000000000000000000ffff';
/** The bits of an IPv6 address before those of the IPv4 address that it stands for. */
const BEFORE_IPV4 = 96;

/** An address as 32 hex digits, so that networks can be compared by their first digits. Empty if it is not an address. */
export function addressDigits(address: string): string {
  const parsed = parse(address);
  return parsed ? digitsOf(parsed) : '';
}

/**
 * Parses an address or a network, such as `203.0.113.7`, `203.0.113.0/24` or `2001:db8::/32`; null if it is neither, or if
 * the address has bits beyond those of the network.
 */
export function parseNetwork(text: string): { name: string; digits: string; bits: number } | null {
  const [, address = '', length] = /^([0-9a-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const parsed = parse(address);
  if (!parsed) return null;
  const most = parsed.kind() === 'ipv4' ? 32 : 128;
  const bits = length === undefined ? most : Number(length);
  if (bits > most) return null;
  const all = bits + (most === 32 ? BEFORE_IPV4 : 0);
  const digits = digitsOf(parsed);
  if (BigInt(`0x${digits}`) & ((1n << BigInt(128 - all)) - 1n)) return null;
  return { name: bits === most ? parsed.toString() : `${parsed}/${bits}`, digits, bits: all };
}

/** Whether an address or a network is part of a network; false if one of them is neither. */
export function isWithin(address: string, network: string): boolean {
  const [inner, outer] = [parseNetwork(address), parseNetwork(network)];
  if (!inner || !outer || inner.bits < outer.bits) return false;
  const beginning = ({ digits }: { digits: string }) => BigInt(`0x${digits}`) >> BigInt(128 - outer.bits);
  return beginning(inner) === beginning(outer);
}

/** A network as people write it, from its digits and bits: `00000000000000000000ffffcb007100/120` → `203.0.113.0/24`. */
export function networkName(stored: string): string {
  const [digits = '', bits = ''] = stored.split('/');
  const address = ipaddr.fromByteArray([...Buffer.from(digits, 'hex')]);
  const isIPv4 =
    address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress() && Number(bits) >= BEFORE_IPV4;
  const name = isIPv4 ? (address as ipaddr.IPv6).toIPv4Address().toString() : address.toString();
  const length = Number(bits) - (isIPv4 ? BEFORE_IPV4 : 0);
  return length === (isIPv4 ? 32 : 128) ? name : `${name}/${length}`;
}

/** What is kept of the address that a key was last used from: the /24 or /48 network that it is in. */
export function addressPrefix(address: string): string {
  const parsed = parse(address);
  if (!parsed) return '';
  const [bits, bytes] = parsed.kind() === 'ipv4' ? [24, 3] : [48, 6];
  const kept = parsed.toByteArray().map((byte, at) => (at < bytes ? byte : 0));
  return `${ipaddr.fromByteArray(kept)}/${bits}`;
}

/** An IPv4 address that is written as an IPv6 one is an IPv4 address. Forms such as `0x7f.1` are none. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (!ipaddr.IPv6.isValid(address) && !ipaddr.IPv4.isValidFourPartDecimal(address)) return null;
  return ipaddr.process(address);
}

function digitsOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  const digits = Buffer.from(address.toByteArray()).toString('hex');
  return address.kind() === 'ipv4' ? IPV4_AS_IPV6 + digits : digits;
}
