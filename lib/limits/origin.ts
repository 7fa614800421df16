import { LRUCache } from 'lru-cache';
import { addressDigits, addressPrefix } from '../net/network.ts';

/** Where a request comes from, as far as a key's allowed addresses and its last use are concerned. */
export interface Origin {
  /** The address as 32 hex digits. */
  address: string;
  /** What is kept of the address. */
  addressPrefix: string;
  /** The first product of the `User-Agent`, such as `curl/8.5.0`. */
  program: string;
}

/** A request that does not come from the network. */
export const NOWHERE: Origin = { address: '', addressPrefix: '', program: '' };

const MAX_PROGRAM_CHARS = 60;
/** Most requests come from few addresses and programs. */
const MAX_KNOWN = 1_000;
const known = new LRUCache<string, Origin>({ max: MAX_KNOWN });

/** The origin of a request, by its address and its `User-Agent`. */
export function originOf(address: string, userAgent = ''): Origin {
  const program = /^[\w.+-]+(?:\/[\w.+-]+)?/.exec(userAgent)?.[0].slice(0, MAX_PROGRAM_CHARS) ?? '';
  const name = `${address} ${program}`;
  let origin = known.get(name);
  if (!origin) {
    origin = { address: addressDigits(address), addressPrefix: addressPrefix(address), program };
    known.set(name, origin);
  }
  return origin;
}
