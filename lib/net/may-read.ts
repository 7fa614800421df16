import { isIP } from 'node:net';
import type { HostList } from './host-list.ts';
import { embeddedIpv4, isPublicAddress, isPublicHost } from './public-address.ts';

/** What an operator says about the hosts whose pages may be read. */
export interface ReadingRules {
  /** May be read although they are not public, at any port. */
  allow: HostList;
  /** May not be read. Wins over `allow`. */
  deny: HostList;
}

/** Where a connection for a page would go. `host` is as `hostOf` has it. */
export interface Destination {
  host: string;
  port: number;
  address: string;
}

/** The ports of web servers. Others may belong to services that are no web servers and misunderstand a request. */
export const WEB_PORTS: readonly number[] = [80, 443, 8080, 8443];

/** The host of a URL: a name without its final dot, or an address without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');
}

/** The port of an http or https URL. */
export function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

/** Why no page may be read at an address that a host has: because of the host, or only of the port. Null if it may. */
export function refusalOf({ host, port, address }: Destination, { allow, deny }: ReadingRules): 'host' | 'port' | null {
  if (deny.hasName(host) || deny.hasAddress(address) || deny.hasAddress(embeddedIpv4(address))) return 'host';
  if (allow.hasName(host) || allow.hasAddress(address)) return null;
  if (!isPublicAddress(address)) return 'host';
  return WEB_PORTS.includes(port) ? null : 'port';
}

/**
 * Why no connection to a URL would be allowed, as far as it says so itself: its host is an address or a name that is refused,
 * or its port is. A name is looked up when it is connected to.
 */
export function refusalBefore(url: URL, rules: ReadingRules): 'host' | 'port' | null {
  const [host, port] = [hostOf(url), portOf(url)];
  if (!mayLookUp(host, rules)) return 'host';
  if (isIP(host) !== 0) return refusalOf({ host, port, address: host }, rules);
  // The address of a name may be one that is allowed at any port.
  const mayBeAllowed = rules.allow.hasName(host) || rules.allow.hasNetworks;
  return mayBeAllowed || WEB_PORTS.includes(port) ? null : 'port';
}

/**
 * Whether a host may be looked up. A name of the local network is not, unless it may be allowed: the time that a look-up
 * takes shows whether the name exists.
 */
export function mayLookUp(host: string, { allow, deny }: ReadingRules): boolean {
  if (deny.hasName(host)) return false;
  return isIP(host) !== 0 || isPublicHost(host) || allow.hasName(host) || allow.hasNetworks;
}
