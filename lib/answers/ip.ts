import { isIPv6 } from 'node:net';
import { z } from 'zod';
import { inlineKind } from './answer.ts';

const OWN_IP =
  /^(?:my |the )?(?:own |public |external |current )?(?:ip|ip address|ip addr|ipv4|ipv6)(?: address)?$|^(?:what is |what's )?my (?:public |external |current )?ip(?: address| addr)?$|^show (?:me )?my ip(?: address)?$/;

/** The asker's own address, as the connection shows it. */
export const ip = inlineKind({
  type: 'ip',
  personal: true,
  example: 'my ip',
  data: z.object({ ip: z.string(), version: z.enum(['4', '6']), value: z.string() }),
  match: ({ plain }) => plain.length < 60 && OWN_IP.test(plain),
  work({ ip: address }) {
    // A v4 address that came over a v6 socket is a v4 address.
    const bare = address.replace(/^::ffff:(?=\d+\.)/, '');
    const data = { ip: bare, version: isIPv6(bare) ? ('6' as const) : ('4' as const), value: bare };
    return { answer: `Your IP address is ${bare}`, data };
  },
});
