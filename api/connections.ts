import type { Server } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { Config } from '../lib/config/config.ts';
import { CountByOwner } from '../lib/count-by-owner.ts';
import { addressGroup } from '../lib/limits/address-group.ts';

/** The part of the connections from which on room is made for others. */
const NEARLY_ALL = 0.9;
/** The part of the connections from which on an address gets none of the last. */
const SHARE = 0.5;

/**
 * Bounds the connections of a web process, so that neither idle ones nor those of one address keep others out. One whose time
 * is over is closed, unless a request has come on it.
 */
export function limitConnections(
  server: Server,
  { maxConnections, trustProxy }: Pick<Config, 'maxConnections' | 'trustProxy'>,
): void {
  server.maxConnections = maxConnections;
  // Timers come before what clients sent while the process was held up: without this, their requests would be cut off.
  server.on('timeout', (socket) => {
    const { bytesRead } = socket;
    setImmediate(() => socket.bytesRead === bytesRead && socket.destroy());
  });
  const proxies = addressesIn(trustProxy);
  const open = new CountByOwner();
  let isClosing = false;
  const closeIdle = () => {
    isClosing = false;
    server.closeIdleConnections();
  };
  server.on('connection', (socket) => {
    const { remoteAddress: address } = socket;
    // It is closed already.
    if (address === undefined) return;
    const owner = addressGroup(address);
    open.add(owner);
    socket.once('close', () => open.drop(owner));
    if (open.total <= maxConnections * NEARLY_ALL) return;
    // Once for all connections of a turn, because Node looks through all of them.
    if (!isClosing) setImmediate(closeIdle);
    isClosing = true;
    const isProxy = proxies.check(address, familyOf(address));
    if (open.of(owner) > maxConnections * SHARE && !isProxy) socket.destroy();
  });
}

function addressesIn(list: readonly string[]): BlockList {
  const addresses = new BlockList();
  for (const entry of list) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) addresses.addAddress(address, familyOf(address));
    else addresses.addSubnet(address, Number(bits), familyOf(address));
  }
  return addresses;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
