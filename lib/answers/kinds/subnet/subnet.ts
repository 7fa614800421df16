import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { inlineKind } from '../../answer.ts';
import { memoizeLast } from '../../memoize-last.ts';
import { translate } from '../../phrases.ts';
import { type SubnetField, subnetQuestionIn } from './subnet-question.ts';

const Data = z.object({
  network: z.string().nullable().describe('First address of the network; null if the query is only about a mask.'),
  prefix: z.number().describe('Prefix length, such as 24 for /24.'),
  netmask: z.string().describe('The prefix as a mask.'),
  first: z.string().nullable().describe('First host address; null without a network.'),
  last: z.string().nullable().describe('Last host address; null without a network.'),
  broadcast: z.string().nullable().describe('Broadcast address; null for IPv6, /31, /32, and without a network.'),
  hosts: z
    .union([z.number(), z.string()])
    .describe('Number of host addresses; a string if a number would not be exact.'),
  value: z
    .string()
    .describe(
      'The network as address/prefix, the mask of a prefix, the prefix of a mask, or the requested property, such as the broadcast address.',
    ),
});

const wantedIn = memoizeLast(({ plain }) => subnetQuestionIn(plain));

/** Names of the properties in answer lines. */
const NAMES: Readonly<Record<Exclude<SubnetField, 'network'>, string>> = {
  address: 'network address',
  netmask: 'mask',
  wildcard: 'wildcard mask',
  broadcast: 'broadcast address',
  first: 'first host',
  last: 'last host',
  hosts: 'hosts',
  size: 'addresses',
};

/** Describes the network of an address and a mask. */
export const subnet = inlineKind<z.infer<typeof Data>>({
  type: 'subnet',
  lasting: true,
  example: '10.0.0.0/24',
  data: Data,
  match: (query) => wantedIn(query) !== null,
  work(query) {
    const wanted = wantedIn(query);
    if (!wanted) return null;
    const { address, prefix, isDotted, field } = wanted;
    const bits = address?.kind() === 'ipv6' ? 128 : 32;
    const free = BigInt(bits - prefix);
    const size = 1n << free;
    // IPv4 networks of four or more addresses reserve the first for the network and the last for broadcast (RFC 3021
    // for /31).
    const reserves = bits === 32 && size > 2n;
    const count = reserves ? size - 2n : size;
    const hosts = count <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(count) : String(count);
    const all = (1n << BigInt(bits)) - 1n;
    const netmask = written(all ^ (size - 1n), bits);
    const start = address && (numberOf(address) >> free) << free;
    const ends = start === null ? null : { start, end: start + size - 1n };
    const data = {
      network: ends && written(ends.start, bits),
      prefix,
      netmask,
      first: ends && written(reserves ? ends.start + 1n : ends.start, bits),
      last: ends && written(reserves ? ends.end - 1n : ends.end, bits),
      broadcast: ends && reserves ? written(ends.end, bits) : null,
      hosts,
    };
    const whole = data.network === null ? `/${prefix}` : `${data.network}/${prefix}`;
    if (field === 'network') {
      const value = address === null && !isDotted ? netmask : whole;
      const room = `${hosts} ${translate('hosts', query.lang)}`;
      const answer =
        address === null
          ? `/${prefix} = ${netmask}, ${room}`
          : `${whole}: ${data.first} – ${data.last}, ${room}, ${translate('mask', query.lang)} ${netmask}`;
      return { answer, data: { ...data, value } };
    }
    const others = { address: data.network, size: String(size), wildcard: written(size - 1n, bits) };
    const value = { ...data, ...others }[field];
    return value === null
      ? null
      : {
          answer: `${whole}: ${translate(NAMES[field], query.lang)} ${value}`,
          data: { ...data, value: String(value) },
        };
  },
});

const numberOf = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  BigInt(`0x${Buffer.from(address.toByteArray()).toString('hex')}`);

function written(value: bigint, bits: number): string {
  const bytes = Buffer.from(value.toString(16).padStart(bits / 4, '0'), 'hex');
  return ipaddr.fromByteArray([...bytes]).toString();
}
