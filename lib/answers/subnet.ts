import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { type Asked, threadKind } from './answer.ts';

const Data = z.object({
  network: z.string().describe('First address of the network.'),
  prefix: z.number().describe('Bits of the network: the 24 of /24.'),
  netmask: z.string().describe('The same as a mask.'),
  first: z.string().describe('First address that a host can have.'),
  last: z.string().describe('Last address that a host can have.'),
  broadcast: z.string().nullable().describe('Null where there is none: IPv6, /31 and /32.'),
  hosts: z.union([z.number(), z.string()]).describe('Addresses for hosts; a string where a number would not be exact.'),
  value: z.string().describe('The network as address/prefix.'),
});

const V4 = String.raw`\d{1,3}(?:\.\d{1,3}){3}`;
const WORDS =
  '(?:subnet(?: (?:mask|calculator|info|range))?|cidr(?: (?:calculator|range))?|network|ip range|netmask|ip)';
const NETWORK = new RegExp(
  `^(?:${WORDS}(?: (?:of|for))? )?(${V4}|[0-9a-f:]*:[0-9a-f:.]*)(?: ?/ ?(\\d{1,3}|${V4})| (?:(?:netmask|mask) )?(${V4}))(?: ${WORDS})?$`,
);
const MASK_OF =
  /^(?:subnet mask|netmask|cidr|subnet)(?: (?:of|for))? \/(\d{1,2})$|^\/(\d{1,2}) (?:subnet(?: mask)?|netmask|cidr|network)$/;

/** The bits of a mask of ones and then zeros; null for any other. */
function prefixOf(mask: string): number | null {
  return ipaddr.IPv4.isValidFourPartDecimal(mask) ? ipaddr.IPv4.parse(mask).prefixLengthFromSubnetMask() : null;
}

function parse({ plain }: Asked): { address: ipaddr.IPv4 | ipaddr.IPv6; prefix: number } | null {
  if (plain.length > 90 || !/[/.:]/.test(plain)) return null;
  const only = MASK_OF.exec(plain);
  const [, given = '', slash, mask] = NETWORK.exec(plain) ?? [];
  const text = only ? '0.0.0.0' : given;
  const isV4 = ipaddr.IPv4.isValidFourPartDecimal(text);
  if (!isV4 && !ipaddr.IPv6.isValid(text)) return null;
  const width = only?.[1] ?? only?.[2] ?? slash ?? mask ?? '';
  const prefix = width.includes('.') ? (isV4 ? prefixOf(width) : null) : Number(width);
  if (prefix === null || prefix > (isV4 ? 32 : 128)) return null;
  return { address: isV4 ? ipaddr.IPv4.parse(text) : ipaddr.IPv6.parse(text), prefix };
}

/** The network that an address and a mask make. */
export const subnet = threadKind<z.infer<typeof Data>>({
  type: 'subnet',
  example: '10.0.0.0/24',
  data: Data,
  match: (asked) => parse(asked) !== null,
  work(asked) {
    const wanted = parse(asked);
    if (!wanted) return null;
    const { address, prefix } = wanted;
    const bits = address.kind() === 'ipv4' ? 32 : 128;
    const free = BigInt(bits - prefix);
    const size = 1n << free;
    const network = (numberOf(address) >> free) << free;
    const end = network + size - 1n;
    // An IPv4 network of four or more gives its first address to itself and its last to the broadcast (RFC 3021 for /31).
    const reserves = bits === 32 && size > 2n;
    const hosts = reserves ? size - 2n : size;
    const write = (value: bigint) => written(value, bits);
    const data = {
      network: write(network),
      prefix,
      netmask: write(((1n << BigInt(bits)) - 1n) ^ (size - 1n)),
      first: write(reserves ? network + 1n : network),
      last: write(reserves ? end - 1n : end),
      broadcast: reserves ? write(end) : null,
      hosts: hosts <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(hosts) : String(hosts),
      value: `${write(network)}/${prefix}`,
    };
    return { answer: `${data.value}: ${data.first} – ${data.last}, ${data.hosts} hosts, mask ${data.netmask}`, data };
  },
});

const numberOf = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  BigInt(`0x${Buffer.from(address.toByteArray()).toString('hex')}`);

function written(value: bigint, bits: number): string {
  const bytes = Buffer.from(value.toString(16).padStart(bits / 4, '0'), 'hex');
  return ipaddr.fromByteArray([...bytes]).toString();
}
