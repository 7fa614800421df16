import ipaddr from 'ipaddr.js';

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
const V4 = String.raw`\d{1,3}(?:\.\d{1,3}){3}`;
const NETWORK = new RegExp(
  `(?<!\\S)(${V4}|[0-9a-f:]*:[0-9a-f:.]*)(?: ?/ ?(\\d{1,3}|${V4})| (?:(?:with|and) )?(?:an? )?(?:(?:net|subnet )?mask )?(?:of )?(${V4}))(?!\\S)`,
);
const MASK = new RegExp(`(?<!\\S)(?:(?:/|slash )(\\d{1,2})|(${V4}))(?!\\S)`);

/** Words that may appear in the question. Any other word means that the query is not about the network itself. */
const KNOWN =
  /^(?:subnet(?:s|ting|work)?|cidr|ipcalc|ip|ips|ipv[46]|network|netmask|mask|wildcard|broadcast|prefix|hosts?|address|addresses|calc|calculator|info|ranges?|notation|block|usable|available|valid|number|how|many|count|there|have|has|length|size|first|last|max|maximum|total|slash|what|which|is|are|does|the|an?|of|for|in|to|as|on|with|convert)$/;
/** Words that identify a mask: without one of these, /24 is a path and 255.255.255.0 an address. */
const OF_MASKS = /^(?:subnet.*|cidr|ip|ips|network|netmask|mask|wildcard|prefix|notation|hosts?|addresses)$/;

/** Reads the network question in a lower-case query; returns null if there is none. */
export function subnetQuestionIn(plain: string): SubnetQuestion | null {
  if (plain.length > MAX_CHARACTERS || !/[/.:]|slash \d/.test(plain)) return null;
  const parts = NETWORK.exec(plain);
  const given = parts ? network(parts) : onlyMask(plain);
  if (!given) return null;
  const words = plain.replace(given.text, ' ').split(' ').filter(Boolean);
  if (!words.every((word) => KNOWN.test(word))) return null;
  if (given.address === null && !words.some((word) => OF_MASKS.test(word))) return null;
  return { address: given.address, prefix: given.prefix, isDotted: given.isDotted, field: fieldIn(words, given) };
}

type Given = Omit<SubnetQuestion, 'field'> & { text: string };

/** The prefix length of a mask; null if it is not ones followed by zeros. */
function prefixOf(mask: string): number | null {
  return ipaddr.IPv4.isValidFourPartDecimal(mask) ? ipaddr.IPv4.parse(mask).prefixLengthFromSubnetMask() : null;
}

function network([text, address = '', slash, dotted]: RegExpExecArray): Given | null {
  const mask = slash ?? dotted ?? '';
  const isV4 = ipaddr.IPv4.isValidFourPartDecimal(address);
  if (!isV4 && !ipaddr.IPv6.isValid(address)) return null;
  const isDotted = mask.includes('.');
  const prefix = isDotted ? (isV4 ? prefixOf(mask) : null) : Number(mask);
  if (prefix === null || prefix > (isV4 ? 32 : 128)) return null;
  return { text, address: isV4 ? ipaddr.IPv4.parse(address) : ipaddr.IPv6.parse(address), prefix, isDotted };
}

function onlyMask(plain: string): Given | null {
  const [text, slash, dotted] = MASK.exec(plain) ?? [];
  if (text === undefined) return null;
  const prefix = slash === undefined ? prefixOf(dotted ?? '') : Number(slash);
  if (prefix === null || prefix > 32 || prefix === 0) return null;
  return { text, address: null, prefix, isDotted: slash === undefined };
}

function fieldIn(words: readonly string[], { address }: Given): SubnetField {
  const has = (...any: string[]) => any.some((word) => words.includes(word));
  if (has('wildcard')) return 'wildcard';
  const counts = has('many', 'number', 'count', 'max', 'maximum', 'total');
  if (has('host', 'hosts') || (counts && has('usable'))) return address && has('first', 'last') ? end(words) : 'hosts';
  if (counts) return 'size';
  // A mask alone has no addresses.
  if (address === null) return 'network';
  if (has('broadcast')) return 'broadcast';
  if (has('first', 'last')) return end(words);
  if (has('netmask', 'mask')) return 'netmask';
  return has('network') && has('address') ? 'address' : 'network';
}

const end = (words: readonly string[]) => (words.includes('first') ? 'first' : 'last');
