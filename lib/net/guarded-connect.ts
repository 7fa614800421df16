import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import net, { isIP } from 'node:net';
import tls from 'node:tls';
import { until } from './ending.ts';
import type { HostLookup } from './host-lookup.ts';
import { hostOf, mayLookUp, portOf, type ReadingRules, refusalOf } from './may-read.ts';
import { hostRefused, portRefused, tooLate } from './page-failure.ts';

/** What decides where a connection may go. */
export interface Guard {
  rules: ReadingRules;
  lookup: HostLookup;
}

/**
 * Connects to the host of an http or https URL, if all its addresses may be read. It connects to the addresses that were
 * checked, so that a second answer of the DNS cannot differ from the first. Rejects with a `PageFailure` if it is refused,
 * and calls `onAllowed` before it connects.
 */
export async function guardedConnect(
  url: URL,
  { rules, lookup }: Guard,
  signal: AbortSignal,
  onAllowed?: () => void,
): Promise<net.Socket> {
  const [host, port] = [hostOf(url), portOf(url)];
  const check = (address: string) => throwIfRefused(refusalOf({ host, port, address }, rules));
  if (!mayLookUp(host, rules)) throw hostRefused();
  const addresses = await addressesOf(host, lookup, signal);
  for (const { address } of addresses) check(address);
  onAllowed?.();

  const target = { host, port, lookup: lookupOf(addresses), autoSelectFamily: true };
  const socket =
    url.protocol === 'https:'
      ? tls.connect({ ...target, ...(isIP(host) ? {} : { servername: host }), rejectUnauthorized: true })
      : net.connect(target);
  // Whoever waits for the socket hears of its errors. One that comes when nobody does must not end the process.
  socket.on('error', () => {});
  try {
    // `once` listens for errors as well, and rejects.
    await until(signal, once(socket, 'connect'), tooLate);
    check(socket.remoteAddress ?? '');
    if (socket instanceof tls.TLSSocket) await until(signal, once(socket, 'secureConnect'), tooLate);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return socket;
}

async function addressesOf(host: string, lookup: HostLookup, signal: AbortSignal): Promise<readonly LookupAddress[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const found = await until(
    signal,
    lookup(host, signal).catch((error: NodeJS.ErrnoException): LookupAddress[] => {
      // A name that does not exist has no addresses. Whether the name server failed is not for the caller.
      if (error.syscall === undefined) throw error;
      return [];
    }),
    tooLate,
  );
  if (found.length === 0) throw hostRefused();
  return found;
}

function throwIfRefused(refusal: ReturnType<typeof refusalOf>): void {
  if (refusal === null) return;
  throw refusal === 'port' ? portRefused() : hostRefused();
}

/** A look-up that knows the answer. Node asks for all addresses, because it may try several. */
function lookupOf(addresses: readonly LookupAddress[]): net.LookupFunction {
  return (_host, _options, callback) => callback(null, [...addresses]);
}
