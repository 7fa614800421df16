import Bowser from 'bowser';

/** What a person recognises a session by; empty if it is not known. */
export interface BrowserName {
  /** Such as `Firefox`. */
  browser: string;
  /** Such as `Linux`. */
  system: string;
}

/** Longer than any name; a client may send anything. */
const MAX_CHARS = 40;

/** Names the browser and its system from the client's `User-Agent`. */
export function browserName(userAgent: string | undefined): BrowserName {
  if (!userAgent) return { browser: '', system: '' };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: (browser.name ?? '').slice(0, MAX_CHARS), system: (os.name ?? '').slice(0, MAX_CHARS) };
}
