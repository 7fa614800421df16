import Bowser from 'bowser';

/** What a person recognises a session by; empty if it is not known. */
export interface BrowserName {
  /** Such as `Firefox`. */
  browser: string;
  /** Such as `Linux`. */
  system: string;
}

/** Of a program that it does not know, the library returns words of the client's own: they could end up in a mail. */
const KNOWN = new Set<string | undefined>(Object.values(Bowser.BROWSER_MAP));

/** Names the browser and its system from the client's `User-Agent`. */
export function browserName(userAgent: string | undefined): BrowserName {
  if (!userAgent) return { browser: '', system: '' };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: KNOWN.has(browser.name) ? (browser.name ?? '') : '', system: os.name ?? '' };
}
