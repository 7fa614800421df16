import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { jsonFile, meaningsSchema } from '../../data-file.ts';
import { texts } from '../../fields.ts';
import { translate, yesOrNo } from '../../phrases.ts';
import { lexiconFile } from '../../reading/lexicon.ts';
import type { Reading } from '../../reading/reading.ts';

/** Questions about an address: whether a network contains it, what it is for, and the number that it is. */

export const addressSchema = z.object({
  kind: z.literal('ip_address'),
  ...texts('address', 'network', 'range', 'asked'),
  value: z.union([z.string(), z.boolean()]),
  number: z.number().optional(),
});
type AddressData = z.infer<typeof addressSchema>;

const lexicon = lexiconFile(new URL('./data/address-words.json', import.meta.url));
const OPERAND = /^(?:[0-9a-f:]*[.:][0-9a-f.:]*(?:\/\d{1,3})?|\d{7,10}|0x[0-9a-f]{8})$/;
/** How a number is written, and after which prefix. */
const BASES: Readonly<Record<string, [base: number, prefix: string]>> = {
  ...{ integer: [10, ''], binary: [2, ''], hexadecimal: [16, '0x'] },
};
/** What people call a range of `ipaddr.js`. */
const rangeWords = jsonFile(new URL('./data/range-words.json', import.meta.url), meaningsSchema);
/** What people ask an address to be. */
const ASKED = ['private', 'public', 'loopback', 'multicast'];

type Found = { answer: (lang: string) => string; data: AddressData };
const dataOf = (address: string, parsed: Address, network: string, asked: string) => ({
  kind: 'ip_address' as const,
  ...{ address, network, range: parsed.range(), asked },
});
type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Reads a question about one address, and perhaps a network. Every word of it is known. */
export function addressIn({ plain, isAsked, folded }: Reading): Found | null {
  const operands: string[] = [];
  const concepts = lexicon().read(plain.split(' '), (word) => OPERAND.test(word) && operands.push(word) > 0);
  const [first = '', second = '', more] = operands;
  if (!concepts || more) return null;
  const [concept = '', other] = concepts.filter((each) => each !== 'ip');
  if (second && !other)
    return contained(...(concept === 'contains' ? ([second, first] as const) : ([first, second] as const)), concept);
  if (other || second) return null;
  if (/^(?:\d+|0x.+)$/.test(first)) return concepts.includes('ip') ? ofNumber(first) : null;
  const address = parsed(first);
  if (!address) return null;
  const data = dataOf(first, address, '', concept);
  if (ASKED.includes(concept) && (isAsked || /^(?:ist?|est?) /.test(folded))) {
    const called = rangeWords().get(data.range) ?? 'reserved';
    const value = called === concept;
    const answer = (lang: string) => `${yesOrNo(value, lang)}: ${first} (${translate(called, lang)})`;
    return { answer, data: { ...data, value } };
  }
  const [base, prefix = ''] = BASES[concept] ?? [];
  if (!base) return null;
  const size = numberOf(address);
  const octets = address.toByteArray().map((byte) => byte.toString(2).padStart(8, '0'));
  const value = base === 2 ? octets.join('.') : prefix + size.toString(base).toUpperCase();
  const held = Number.isSafeInteger(Number(size)) && { number: Number(size) };
  return { answer: () => `${first} = ${value}`, data: { ...data, value, ...held } };
}

const parsed = (text: string) => (ipaddr.isValid(text) && /[.:].*[.:]/.test(text) ? ipaddr.parse(text) : null);
const numberOf = (address: Address) => address.toByteArray().reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);

/** Whether a network contains an address, or another network that is not greater. */
function contained(inner: string, outer: string, concept: string): Found | null {
  const [text = '', own] = inner.split('/');
  const address = parsed(text);
  if (!/^(?:inside|contains)$/.test(concept) || !address || !ipaddr.isValidCIDR(outer)) return null;
  const [network, prefix] = ipaddr.parseCIDR(outer);
  if (network.kind() !== address.kind()) return null;
  const value = (own === undefined || Number(own) >= prefix) && address.match(network as never, prefix);
  const data = dataOf(inner, address, outer, 'contains');
  return {
    answer: (lang) => `${yesOrNo(value, lang)}: ${outer} ${value ? '∋' : '∌'} ${inner}`,
    data: { ...data, value },
  };
}

/** The address that a number of 32 bits is. */
function ofNumber(text: string): Found | null {
  const size = Number(text);
  if (size >= 2 ** 32) return null;
  const address = ipaddr.fromByteArray([24, 16, 8, 0].map((shift) => Math.floor(size / 2 ** shift) % 256));
  const value = address.toString();
  return { answer: () => `${text} = ${value}`, data: { ...dataOf(value, address, '', 'ip'), value } };
}
