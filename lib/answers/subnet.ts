import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { inlineKind } from './answer.ts';
import { remembered } from './remembered.ts';

const Data = z.object({
  network: z.string().nullable().describe('First address of the network; null when only a mask was asked about.'),
  prefix: z.number().describe('Bits of the network: the 24 of /24.'),
  netmask: z.string().describe('The same as a mask.'),
  first: z.string().nullable().describe('First address that a host can have; null without a network.'),
  last: z.string().nullable().describe('Last address that a host can have; null without a network.'),
  broadcast: z.string().nullable().describe('Null where there is none: IPv6, /31, /32, and without a network.'),
  hosts: z.union([z.number(), z.string()]).describe('Addresses for hosts; a string where a number would not be exact.'),
  value: z.string().describe('The network as address/prefix; the mask of a prefix, or the prefix of a mask.'),
});

const V4 = String.raw`\d{1,3}(?:\.\d{1,3}){3}`;
const WORDS =
  '(?:subnet(?: (?:mask|calculator|info|range))?|cidr(?: (?:calculator|range|notation))?|network|ip range|netmask|prefix|ip)';
const NETWORK = new RegExp(
  `^(?:${WORDS}(?: (?:of|for))? )?(${V4}|[0-9a-f:]*:[0-9a-f:.]*)(?: ?/ ?(\\d{1,3}|${V4})| (?:(?:netmask|mask) )?(${V4}))(?: ${WORDS})?$`,
);
const MASK = new RegExp(`^${WORDS}(?: (?:of|for))? (/\\d{1,2}|${V4})$|^(/\\d{1,2}|${V4}) (?:in |as |to )?${WORDS}$`);

interface Wanted {
  /** Null: a mask was asked about. */
  address: ipaddr.IPv4 | ipaddr.IPv6 | null;
  prefix: number;
  /** How the mask was given. */
  mask: string;
}

/** The bits of a mask of ones and then zeros; null for any other. */
function prefixOf(mask: string): number | null {
  return ipaddr.IPv4.isValidFourPartDecimal(mask) ? ipaddr.IPv4.parse(mask).prefixLengthFromSubnetMask() : null;
}

const wantedIn = remembered(({ plain }): Wanted | null => {
  if (plain.length > 90 || !/[/.:]/.test(plain)) return null;
  const parts = NETWORK.exec(plain);
  if (!parts) return onlyMask(plain);
  const [, text = '', slash, dotted] = parts;
  const mask = slash ?? dotted ?? '';
  const isV4 = ipaddr.IPv4.isValidFourPartDecimal(text);
  if (!isV4 && !ipaddr.IPv6.isValid(text)) return null;
  const prefix = mask.includes('.') ? (isV4 ? prefixOf(mask) : null) : Number(mask);
  if (prefix === null || prefix > (isV4 ? 32 : 128)) return null;
  return { address: isV4 ? ipaddr.IPv4.parse(text) : ipaddr.IPv6.parse(text), prefix, mask };
});

function onlyMask(plain: string): Wanted | null {
  const parts = MASK.exec(plain);
  const mask = parts?.[1] ?? parts?.[2] ?? '';
  const prefix = mask.startsWith('/') ? Number(mask.slice(1)) : mask === '' ? null : prefixOf(mask);
  return prefix === null || prefix > 32 || prefix === 0 ? null : { address: null, prefix, mask };
}

/** The network that an address and a mask make. */
export const subnet = inlineKind<z.infer<typeof Data>>({
  type: 'subnet',
  example: '10.0.0.0/24',
  data: Data,
  match: (asked) => wantedIn(asked) !== null,
  work(asked) {
    const wanted = wantedIn(asked);
    if (!wanted) return null;
    const { address, prefix, mask } = wanted;
    const bits = address?.kind() === 'ipv6' ? 128 : 32;
    const free = BigInt(bits - prefix);
    const size = 1n << free;
    // An IPv4 network of four or more gives its first address to itself and its last to the broadcast (RFC 3021 for /31).
    const reserves = bits === 32 && size > 2n;
    const count = reserves ? size - 2n : size;
    const hosts = count <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(count) : String(count);
    const netmask = written(((1n << BigInt(bits)) - 1n) ^ (size - 1n), bits);
    if (address === null) {
      const value = mask.startsWith('/') ? netmask : `/${prefix}`;
      const data = { network: null, prefix, netmask, first: null, last: null, broadcast: null, hosts, value };
      return { answer: `/${prefix} = ${netmask}, ${hosts} hosts`, data };
    }
    const start = (numberOf(address) >> free) << free;
    const end = start + size - 1n;
    const network = written(start, bits);
    const first = written(reserves ? start + 1n : start, bits);
    const last = written(reserves ? end - 1n : end, bits);
    const broadcast = reserves ? written(end, bits) : null;
    const data = { network, prefix, netmask, first, last, broadcast, hosts, value: `${network}/${prefix}` };
    return { answer: `${data.value}: ${first} – ${last}, ${hosts} hosts, mask ${netmask}`, data };
  },
});

const numberOf = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  BigInt(`0x${Buffer.from(address.toByteArray()).toString('hex')}`);

function written(value: bigint, bits: number): string {
  const bytes = Buffer.from(value.toString(16).padStart(bits / 4, '0'), 'hex');
  return ipaddr.fromByteArray([...bytes]).toString();
}
