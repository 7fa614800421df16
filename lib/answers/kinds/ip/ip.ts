import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { inlineKind } from '../../answer.ts';
import { translate } from '../../phrases.ts';

const VERB = '(?:(?:show(?: me)?|find|check|get|see|display|look up|lookup) )?';
const SORT = '(?:(?:own|public|external|current|real|internet|wan) )?';
const OWN_IP = new RegExp(
  [
    `^(?:${VERB}my |the )?${SORT}(?:ip|ipv4|ipv6)(?: address| addr| number)?$`,
    '^(?:what(?: ?i?s)? ?)?my ?ip(?:address)?$|^(?:which |what )?ip(?: address)? (?:do i have|am i using|is mine)$',
    // Only English openings were removed before this; the others are part of the pattern.
    `^(?:(?:wie (?:ist|lautet)|zeige?(?: mir)?) )?meine (?:eigene |öffentliche |externe |aktuelle )?ip(?:v[46])?(?:[- ]?adresse)?$|^ip[- ]?adresse$`,
    `^(?:c'est quoi )?mon (?:adresse )?ip(?:v[46])?(?: publique)?$`,
    `^(?:cu[aá]l es )?mi (?:direcci[oó]n )?ip(?: p[uú]blica)?$`,
    `^(?:qual (?:è|e|é) )?il mio (?:indirizzo )?ip(?: pubblico)?$`,
    `^(?:qual (?:é|e) )?(?:o )?meu (?:endere[cç]o )?ip(?: p[uú]blico)?$`,
    `^(?:wat is )?mijn (?:eigen |publieke |externe )?ip(?:[- ]?adres)?$`,
  ].join('|'),
);
/** A question about IP addresses in general, not about the requester's own. */
const ASKS_WHAT = /^(?:what (?:is|are)|what's|was ist|qu'est-ce que|wat is) (?:an? |the )?ip/i;
const WORDS =
  '(?:reverse (?:ip|dns|ip lookup|dns lookup|lookup)|rdns|ptr|dns lookup|whois(?: lookup)?|who is|who owns|ip(?: address)?(?: (?:lookup|info|information|locator|location|tracker|trace|whois))?|(?:lookup|locate|trace|track)(?: ip)?|geo ?ip)';
const ADDRESS = String.raw`(\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:%\w+)?)`;
const LOOK_UP = new RegExp(
  `^${WORDS}(?: (?:for|of|on|from|address))*:? ${ADDRESS}$|^${ADDRESS} (?:${WORDS}|owner|location)$`,
);

const Data = z.object({
  ip: z.string().describe('The address, in its shortest form.'),
  version: z.enum(['4', '6']),
  scope: z
    .string()
    .describe(
      'Scope of the address: public, private, loopback, link_local, multicast, carrier_nat, documentation, reserved …',
    ),
  reverse: z.string().describe('Domain name of the PTR record.'),
  value: z.string().describe('Same as `ip`.'),
});

/** Common names for the ranges of ipaddr.js; other ranges keep its names. */
const SCOPES: Readonly<Record<string, string>> = {
  unicast: 'public',
  uniqueLocal: 'private',
  linkLocal: 'link_local',
  carrierGradeNat: 'carrier_nat',
  ipv4Mapped: 'ipv4_mapped',
};

function lookedUp(plain: string): string | null {
  const parts = LOOK_UP.exec(plain);
  const address = parts?.[1] ?? parts?.[2] ?? '';
  // ipaddr.js throws and catches internally on invalid addresses, which is too slow for every query.
  if (address === '') return null;
  return ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address) ? address : null;
}

/** The requester's own address as the connection shows it, or the properties of an address. No provider is called. */
export const ip = inlineKind<z.infer<typeof Data>>({
  type: 'ip',
  personal: true,
  example: 'my ip',
  data: Data,
  match: ({ q, plain }) =>
    plain.length < 90 &&
    /ip|[.:]/.test(plain) &&
    ((OWN_IP.test(plain) && !ASKS_WHAT.test(q)) || lookedUp(plain) !== null),
  work({ plain, lang, ip: own }) {
    const other = lookedUp(plain);
    if (other === null && !ipaddr.isValid(own)) return null;
    // An IPv4 address that arrived over an IPv6 socket counts as IPv4.
    const address = other === null ? ipaddr.process(own) : ipaddr.parse(other);
    const text = address.toString();
    const range = address.range();
    const data = {
      ip: text,
      version: address.kind() === 'ipv6' ? ('6' as const) : ('4' as const),
      scope: SCOPES[range] ?? range,
      reverse: reverseName(address),
      value: text,
    };
    return {
      answer:
        other === null
          ? `${translate('Your IP address is', lang)} ${text}`
          : `${text}: IPv${data.version}, ${data.scope}`,
      data,
    };
  },
});

function reverseName(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  const bytes = address.toByteArray();
  if (address.kind() === 'ipv4') return `${bytes.reverse().join('.')}.in-addr.arpa`;
  return `${[...Buffer.from(bytes).toString('hex')].reverse().join('.')}.ip6.arpa`;
}
