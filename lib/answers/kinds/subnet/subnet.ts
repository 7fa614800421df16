import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { nullableTexts, optionalNumbers, texts } from '../../fields.ts';
import { inlineAnswer } from '../../kind.ts';
import { translate } from '../../phrases.ts';
import { lexiconFile } from '../../reading/lexicon.ts';
import type { Reading } from '../../reading/reading.ts';
import { addressIn, addressSchema } from './addresses.ts';

const Data = z.object({
  ...nullableTexts('network', 'first', 'last', 'broadcast'),
  ...texts('netmask', 'value', 'asked'),
  prefix: z.number(),
  ...optionalNumbers('number'),
  hosts: z.union([z.number(), z.string()]),
});

/** The properties of a network that a query may ask for, the most specific first, with their names in answers. */
const FIELDS = {
  ...{ wildcard: 'wildcard mask', first: 'first host', last: 'last host', hosts: 'hosts', size: 'addresses' },
  ...{ broadcast: 'broadcast address', netmask: 'mask', address: 'network address' },
};
const FIELDS_OF_MASKS = ['wildcard', 'hosts', 'size'];
/** A mask alone needs a word about masks. */
const OF_MASKS = ['wildcard', 'netmask', 'hosts', 'subnet'];
/** A mask alone has no addresses. */
const NONE = [null, null, null] as const;
const OPERAND = /^(?=.*[./:])[0-9a-f.:]*(?:\/[\d.]+)?$/;
const lexicon = lexiconFile(new URL('./data/subnet-words.json', import.meta.url));

/** Describes the network of an address and a mask. */
export const subnet = inlineAnswer({
  type: 'subnet',
  lasting: true,
  example: '10.0.0.0/24',
  data: z.union([Data, addressSchema]),
  signs: /(?:^|\s|:[0-9a-f]{0,4})\/ ?\d|\d\.\d+\.\d|slash \d|::|\bip\b.*\d{7}|\d{7}.*\bip\b|0x[0-9a-f]{8}/,
  read: ({ reading }) => networkIn(reading) ?? addressIn(reading),
  answer(asked, { lang }) {
    return 'cidr' in asked ? described(asked, lang) : { answer: asked.answer(lang), data: asked.data };
  },
});

/** The network of a query, and the property asked for, if any. A mask alone has the address 0.0.0.0: `/24`. */
function networkIn({ plain }: Reading) {
  const operands: string[] = [];
  const words = plain.replaceAll(' / ', '/').replace(/\bslash (?=\d)/g, '/');
  const concepts = lexicon().read(words.split(' '), (word) => OPERAND.test(word) && operands.push(word) > 0);
  const [mask = '', address = '', ...more] = operands.join('/').split('/').reverse();
  if (!concepts || more.length > 0) return null;
  const [hasAddress, isDotted] = [address !== '', ipaddr.IPv4.isValidFourPartDecimal(mask)];
  const prefix = isDotted ? ipaddr.IPv4.parse(mask).prefixLengthFromSubnetMask() : Number(mask || Number.NaN);
  const cidr = `${address || '0.0.0.0'}/${prefix}`;
  const isV4 = ipaddr.IPv4.isValidCIDRFourPartDecimal(cidr);
  if (prefix === null || (!isV4 && !ipaddr.IPv6.isValidCIDR(cidr))) return null;
  if (!hasAddress && (prefix === 0 || !concepts.some((concept) => OF_MASKS.includes(concept)))) return null;
  // `10.0.0.1 mask 255.255.255.0` gives the mask and does not ask for it.
  const asked = new Set(operands.length === 1 ? concepts : concepts.filter((concept) => concept !== 'netmask'));
  if (asked.has('size') && asked.has('usable')) asked.add('hosts');
  const fields = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
  const field = fields.find((each) => asked.has(each) && (hasAddress || FIELDS_OF_MASKS.includes(each)));
  return { family: isV4 ? ipaddr.IPv4 : ipaddr.IPv6, cidr, prefix, hasAddress, isDotted, field };
}

function described(asked: NonNullable<ReturnType<typeof networkIn>>, lang: string) {
  const { family, cidr, prefix, hasAddress, isDotted, field } = asked;
  const mask = family.subnetMaskFromPrefixLength(prefix);
  const [start, end] = [family.networkAddressFromCIDR(cidr), family.broadcastAddressFromCIDR(cidr)];
  const size = 1n << BigInt(mask.toByteArray().length * 8 - prefix);
  // IPv4 networks reserve the first address for the network and the last for broadcast, except /31 (RFC 3021) and /32.
  const reserved = mask.kind() === 'ipv4' && size > 2n ? 1 : 0;
  const count = size - 2n * BigInt(reserved);
  const hosts = count <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(count) : String(count);
  const netmask = mask.toString();
  const [network, first, last] = hasAddress ? [moved(start, 0), moved(start, reserved), moved(end, -reserved)] : NONE;
  const broadcast = network && reserved ? end.toString() : null;
  const data = { network, prefix, netmask, first, last, broadcast, hosts, asked: field ?? 'network' };
  const whole = `${data.network ?? ''}/${prefix}`;
  if (!field) {
    const room = `${hosts} ${translate('hosts', lang)}`;
    const answer = hasAddress
      ? `${whole}: ${data.first} – ${data.last}, ${room}, ${translate('mask', lang)} ${netmask}`
      : `${whole} = ${netmask}, ${room}`;
    return { answer, data: { ...data, value: hasAddress || isDotted ? whole : netmask } };
  }
  const wildcard = ipaddr.fromByteArray(mask.toByteArray().map((byte) => 255 - byte));
  const value = { ...data, address: data.network, size, wildcard }[field];
  if (value === null) return null;
  const number = field === 'hosts' || field === 'size' ? { number: Number(value) } : {};
  const isHeld = Number.isSafeInteger(number.number);
  const answer = `${whole}: ${translate(FIELDS[field], lang)} ${value}`;
  return { answer, data: { ...data, value: String(value), ...(isHeld && number) } };
}

/** The first address of a network plus 1, or the last minus 1: the last byte never overflows. */
function moved(address: ipaddr.IPv4 | ipaddr.IPv6, by: number): string {
  const bytes = address.toByteArray();
  return ipaddr.fromByteArray(bytes.with(-1, (bytes.at(-1) as number) + by)).toString();
}
