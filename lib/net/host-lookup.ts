import { type LookupAddress, promises } from 'node:dns';
import type { HostList } from './host-list.ts';

/** Finds the addresses of a host name. Rejects, or returns none, if it has none. */
export type HostLookup = (host: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>;

const TRY_MS = 1_500;
const TRIES = 2;

/**
 * Looks names up in the DNS. Not by the system: that takes one of the few threads of the process for as long as a
 * caller's name server is slow, and the calls to engines need them too. A name that the operator allows is trusted, and
 * may be in the system's own list of hosts. `servers` are for tests, in place of the system's name servers.
 */
export function hostLookup(allow: HostList, servers?: readonly string[]): HostLookup {
  return (host, signal) => {
    if (allow.hasName(host)) return promises.lookup(host, { all: true });
    const resolver = new promises.Resolver({ timeout: TRY_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    return lookUp(host, resolver, signal);
  };
}

async function lookUp(host: string, resolver: promises.Resolver, signal: AbortSignal): Promise<LookupAddress[]> {
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    // IPv4 first: DNS does not know whether this machine has a route for IPv6.
    return [
      ...(ipv4.status === 'fulfilled' ? ipv4.value.map((address) => ({ address, family: 4 })) : []),
      ...(ipv6.status === 'fulfilled' ? ipv6.value.map((address) => ({ address, family: 6 })) : []),
    ];
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
