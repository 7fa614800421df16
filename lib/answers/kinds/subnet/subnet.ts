import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { inlineKind } from '../../answer.ts';
import { memoizeLast } from '../../kind.ts';
import { translate } from '../../phrases.ts';
import { FIELDS, subnetQuestionIn } from './subnet-question.ts';

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

const wantedIn = memoizeLast(({ reading }) => subnetQuestionIn(reading.plain));

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
    const { family, cidr, prefix, hasAddress, isDotted, field } = wanted;
    const mask = family.subnetMaskFromPrefixLength(prefix);
    const [start, end] = [family.networkAddressFromCIDR(cidr), family.broadcastAddressFromCIDR(cidr)];
    const size = 1n << BigInt(mask.toByteArray().length * 8 - prefix);
    // IPv4 networks of four or more addresses reserve the first for the network and the last for broadcast (RFC 3021
    // for /31).
    const reserves = mask.kind() === 'ipv4' && size > 2n;
    const count = reserves ? size - 2n : size;
    const hosts = count <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(count) : String(count);
    const netmask = mask.toString();
    const data = {
      network: hasAddress ? start.toString() : null,
      prefix,
      netmask,
      first: hasAddress ? withLastByte(start, (byte) => (reserves ? byte + 1 : byte)) : null,
      last: hasAddress ? withLastByte(end, (byte) => (reserves ? byte - 1 : byte)) : null,
      broadcast: hasAddress && reserves ? end.toString() : null,
      hosts,
    };
    const whole = `${data.network ?? ''}/${prefix}`;
    if (!field) {
      const value = hasAddress || isDotted ? whole : netmask;
      const room = `${hosts} ${translate('hosts', query.lang)}`;
      const answer = hasAddress
        ? `${whole}: ${data.first} – ${data.last}, ${room}, ${translate('mask', query.lang)} ${netmask}`
        : `${whole} = ${netmask}, ${room}`;
      return { answer, data: { ...data, value } };
    }
    const wildcard = ipaddr.fromByteArray(mask.toByteArray().map((byte) => 255 - byte));
    const value = { ...data, address: data.network, size, wildcard }[field];
    if (value === null) return null;
    const answer = `${whole}: ${translate(FIELDS[field], query.lang)} ${value}`;
    return { answer, data: { ...data, value: String(value) } };
  },
});

function withLastByte(address: ipaddr.IPv4 | ipaddr.IPv6, change: (byte: number) => number): string {
  const bytes = address.toByteArray();
  return ipaddr.fromByteArray([...bytes.slice(0, -1), change(bytes.at(-1) ?? 0)]).toString();
}
