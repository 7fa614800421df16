import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { texts } from '../../fields.ts';
import { inlineAnswer } from '../../kind.ts';
import { translate } from '../../phrases.ts';
import { lexiconFile, namesOnly } from '../../reading/lexicon.ts';
import { callingWords } from '../../reading/phrase-matching.ts';

const lexicon = lexiconFile(new URL('./data/ip-words.json', import.meta.url));

const Data = z.object({ ...texts('ip', 'scope', 'reverse', 'value'), version: z.enum(['4', '6']) });

/** Common names for the ranges of ipaddr.js; other ranges keep its names. */
const SCOPES: Readonly<Record<string, string>> = {
  ...{ unicast: 'public', uniqueLocal: 'private', linkLocal: 'link_local' },
  ...{ carrierGradeNat: 'carrier_nat', ipv4Mapped: 'ipv4_mapped' },
};

/** The library throws errors to itself, which takes long: it sees only what has the form of an address. */
const FORM = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:%\w+)?)$/;
const isAddress = (word: string) => FORM.test(word) && ipaddr.isValid(word);

/** The requester's own address as the connection shows it, or the properties of an address. No provider is called. */
export const ip = inlineAnswer({
  type: 'ip',
  personal: true,
  example: 'my ip',
  data: Data,
  words: () => callingWords(lexicon().names('ip', 'own ip')),
  signs: /\d\.\d+\.\d|:[0-9a-f]{0,4}:/,
  /** `my ip` or `ip` alone is the requester's own; `what is ip` asks for a definition. Others need a word: `whois`. */
  read({ reading: { bare, isAsked } }) {
    const addresses: string[] = [];
    const words = bare.split(' ').map((word) => word.replace(/(?<=\p{L}):$/u, ''));
    const concepts = lexicon().read(words, (word) => isAddress(word) && addresses.push(word) === 1);
    if (!concepts || concepts.length === 0) return null;
    const isMeant =
      addresses.length > 0
        ? namesOnly(concepts, [], ['ip', 'look up', 'property'])
        : namesOnly(concepts, ['own ip'], ['show']) ||
          namesOnly(concepts, ['own', 'ip'], ['show', 'look up']) ||
          (!isAsked && namesOnly(concepts, ['ip'], []));
    return isMeant ? { given: addresses[0] } : null;
  },
  answer({ given }, { lang, ip: own }) {
    const isOwn = given === undefined;
    if (isOwn && !ipaddr.isValid(own)) return null;
    // An IPv4 address that arrived over an IPv6 socket counts as IPv4.
    const address = isOwn ? ipaddr.process(own) : ipaddr.parse(given);
    const [text, range] = [address.toString(), address.range()];
    const version = address.kind() === 'ipv6' ? ('6' as const) : ('4' as const);
    const scope = SCOPES[range] ?? range;
    return {
      answer: isOwn ? `${translate('Your IP address is', lang)} ${text}` : `${text}: IPv${version}, ${scope}`,
      data: { ip: text, version, scope, reverse: reverseName(address), value: text },
    };
  },
});

function reverseName(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  const bytes = address.toByteArray();
  if (address.kind() === 'ipv4') return `${bytes.reverse().join('.')}.in-addr.arpa`;
  return `${[...Buffer.from(bytes).toString('hex')].reverse().join('.')}.ip6.arpa`;
}
