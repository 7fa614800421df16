import ipaddr from 'ipaddr.js';
import { lexiconFile } from '../../reading/lexicon.ts';

/** The properties of a network that a query may ask for, the most specific first, with their names in answers. */
export const FIELDS = {
  wildcard: 'wildcard mask',
  first: 'first host',
  last: 'last host',
  hosts: 'hosts',
  size: 'addresses',
  broadcast: 'broadcast address',
  netmask: 'mask',
  address: 'network address',
};
type SubnetField = keyof typeof FIELDS;

/** A question about an address with a mask, or about a mask alone. */
export interface SubnetQuestion {
  family: typeof ipaddr.IPv4 | typeof ipaddr.IPv6;
  /** The address and the prefix length; the address is 0.0.0.0 if the question is about a mask. */
  cidr: string;
  prefix: number;
  hasAddress: boolean;
  /** The mask is in dotted notation. */
  isDotted: boolean;
  /** The requested property; undefined means all of them, or the other form of a mask. */
  field: SubnetField | undefined;
}

const MAX_CHARACTERS = 90;
const OPERAND = /^(?=.*[./:])[0-9a-f.:]*(?:\/[\d.]+)?$/;
const OF_MASKS = ['wildcard', 'netmask', 'hosts', 'subnet'];
const FIELDS_OF_MASKS = ['wildcard', 'hosts', 'size'];
const lexicon = lexiconFile(new URL('./data/subnet-words.json', import.meta.url));

/** Reads the network question in a query of which every word is known. A mask alone needs a word about masks. */
export function subnetQuestionIn(plain: string): SubnetQuestion | null {
  if (plain.length > MAX_CHARACTERS || !/[/.:]|slash \d/.test(plain)) return null;
  const operands: string[] = [];
  const words = plain.replaceAll(' / ', '/').replace(/\bslash (?=\d)/g, '/');
  const concepts = lexicon().read(words.split(' '), (word) => OPERAND.test(word) && operands.push(word) > 0);
  const network = concepts && networkOf(operands.join('/'));
  if (!network || (!network.hasAddress && !concepts.some((concept) => OF_MASKS.includes(concept)))) return null;
  // `10.0.0.1 mask 255.255.255.0` gives the mask and does not ask for it.
  const asked = new Set(operands.length === 1 ? concepts : concepts.filter((concept) => concept !== 'netmask'));
  if (asked.has('size') && asked.has('usable')) asked.add('hosts');
  const fields = Object.keys(FIELDS) as SubnetField[];
  const field = fields.find((each) => asked.has(each) && (network.hasAddress || FIELDS_OF_MASKS.includes(each)));
  return { ...network, field };
}

/** Reads an address with a mask, or a mask alone: `10.0.0.1/8`, `/24`, `255.255.0.0`. */
function networkOf(text: string): Omit<SubnetQuestion, 'field'> | null {
  const [mask = '', address = '', ...more] = text.split('/').reverse();
  const isDotted = ipaddr.IPv4.isValidFourPartDecimal(mask);
  const prefix = isDotted ? ipaddr.IPv4.parse(mask).prefixLengthFromSubnetMask() : Number(mask || Number.NaN);
  const cidr = `${address || '0.0.0.0'}/${prefix}`;
  const isV4 = ipaddr.IPv4.isValidCIDRFourPartDecimal(cidr);
  if (prefix === null || more.length > 0 || (!isV4 && (isDotted || !ipaddr.IPv6.isValidCIDR(cidr)))) return null;
  if (address === '' && prefix === 0) return null;
  return { family: isV4 ? ipaddr.IPv4 : ipaddr.IPv6, cidr, prefix, hasAddress: address !== '', isDotted };
}
