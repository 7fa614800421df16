import { networkFailure } from '../providers/network-failure.ts';

const MIB = 1024 * 1024;

/** Why a page could not be read, in words for the caller: one line, without an address of this machine's network. */
export class PageFailure extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.name = 'PageFailure';
    this.reason = reason;
  }
}

/** A page that was given up here, which says nothing about its site. */
export class PageRefused extends PageFailure {}

/**
 * The host is private, denied, or not in the DNS: the reason is the same for all, because it would otherwise tell callers
 * which names and addresses exist in the operator's network.
 */
export const hostRefused = () => new PageRefused('its host does not exist or may not be read');
export const portRefused = () => new PageRefused('its port may not be read: only 80, 443, 8080 and 8443');
export const tooMany = () => new PageRefused('too many pages are being read at the moment');
export const tooLarge = (maxBytes: number) =>
  new PageFailure(`it is larger than ${maxBytes < MIB ? `${maxBytes / 1024} KB` : `${maxBytes / MIB} MB`}`);
export const tooMuchMemory = () => new PageFailure('reading it takes too much memory');
export const tooLong = () => new PageFailure('reading it took too long');
export const tooLate = () => new PageRefused('it did not come in time');

/** The reason of a failure, of a page or a connection; null for an error that nobody expects. */
export function reasonOf(error: unknown): string | null {
  if (error instanceof PageFailure) return error.reason;
  if ((error as Error).name === 'TimeoutError') return tooLate().reason;
  return networkFailure(error)?.reason ?? null;
}
