/** Why a page could not be read, in words for the caller: one line, without an address of this machine's network. */
export class PageFailure extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.name = 'PageFailure';
    this.reason = reason;
  }
}

/**
 * The host is private, denied, or not in the DNS: the reason is the same for all, because it would otherwise tell callers
 * which names and addresses exist in the operator's network.
 */
export const hostRefused = () => new PageFailure('its host does not exist or may not be read');
export const portRefused = () => new PageFailure('its port may not be read: only 80, 443, 8080 and 8443');
export const tooLate = () => new PageFailure('it did not come in time');
