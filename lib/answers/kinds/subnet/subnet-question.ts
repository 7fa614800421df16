import ipaddr from 'ipaddr.js';
import { lexiconFile } from '../../reading/lexicon.ts';

/** The requested property of a network. `network` means all of it, or the other form of a mask. */
export type SubnetField =
  | 'network'
  | 'address'
  | 'netmask'
  | 'wildcard'
  | 'broadcast'
  | 'first'
  | 'last'
  | 'hosts'
  | 'size';

/** A question about an address with a mask, or about a mask alone. */
export interface SubnetQuestion {
  /** Null if the question is about a mask. */
  address: ipaddr.IPv4 | ipaddr.IPv6 | null;
  prefix: number;
  /** The mask is in dotted notation. */
  isDotted: boolean;
  field: SubnetField;
}

const MAX_CHARACTERS = 90;
const OPERAND = /^(?=.*[./:])[0-9a-f.:]*(?:\/[\d.]+)?$/;
const lexicon = lexiconFile(new URL('./data/subnet-words.json', import.meta.url));

/** Reads the network question in a query of which every word is known. A mask alone needs a word about masks. */
export function subnetQuestionIn(plain: string): SubnetQuestion | null {
  if (plain.length > MAX_CHARACTERS || !/[/.:]|slash \d/.test(plain)) return null;
  const operands: string[] = [];
  const words = plain.replaceAll(' / ', '/').replace(/\bslash (?=\d)/g, '/');
  const concepts = lexicon().read(words.split(' '), (word) => OPERAND.test(word) && operands.push(word) > 0);
  if (!concepts || operands.length === 0 || operands.length > 2) return null;
  const given = networkOf(operands.flatMap((operand) => operand.split('/')));
  if (!given || (given.address === null && !concepts.some((concept) => OF_MASKS.has(concept)))) return null;
  // `10.0.0.1 mask 255.255.255.0` gives the mask and does not ask for it.
  const asked = operands.length === 1 ? concepts : concepts.filter((concept) => concept !== 'mask');
  return { ...given, field: fieldIn(new Set(asked), given.address !== null) };
}

const OF_MASKS = new Set(['wildcard', 'mask', 'hosts', 'subnet']);

/** `/24` is split into nothing and 24; a mask alone has no address. */
function networkOf(parts: readonly string[]): Omit<SubnetQuestion, 'field'> | null {
  if (parts.length > 2) return null;
  const [address, mask = ''] = parts.length === 1 ? ['', ...parts] : parts;
  const isV6 = address?.includes(':') ?? false;
  const isDotted = mask.includes('.');
  const prefix = isDotted ? prefixOf(mask) : /^\d{1,3}$/.test(mask) ? Number(mask) : null;
  if (prefix === null || prefix > (isV6 ? 128 : 32) || (isV6 && isDotted)) return null;
  if (!address) return prefix === 0 ? null : { address: null, prefix, isDotted };
  if (isV6) return ipaddr.IPv6.isValid(address) ? { address: ipaddr.IPv6.parse(address), prefix, isDotted } : null;
  if (!ipaddr.IPv4.isValidFourPartDecimal(address)) return null;
  return { address: ipaddr.IPv4.parse(address), prefix, isDotted };
}

/** The prefix length of a mask; null if it is not ones followed by zeros. */
function prefixOf(mask: string): number | null {
  return ipaddr.IPv4.isValidFourPartDecimal(mask) ? ipaddr.IPv4.parse(mask).prefixLengthFromSubnetMask() : null;
}

function fieldIn(named: ReadonlySet<string>, hasAddress: boolean): SubnetField {
  const end = hasAddress && (named.has('first') ? 'first' : named.has('last') && 'last');
  if (named.has('wildcard')) return 'wildcard';
  if (named.has('hosts') || (named.has('count') && named.has('usable'))) return end || 'hosts';
  if (named.has('count')) return 'size';
  // A mask alone has no addresses.
  if (!hasAddress) return 'network';
  if (named.has('broadcast')) return 'broadcast';
  if (end) return end;
  if (named.has('mask')) return 'netmask';
  return named.has('address') ? 'address' : 'network';
}
