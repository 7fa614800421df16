import type { Fetch } from './platform.ts';

/** How to reach an instance. */
export interface ClientOptions {
  /** Address of the instance, with its path if it has one: `https://example.org/search`. */
  baseUrl: string;
  /** The key, `trib_…`. */
  apiKey: string;
  /** Used instead of the global `fetch`. */
  fetch?: Fetch | undefined;
  /** How often a call is repeated that the service asks to repeat; 2 by default. */
  retries?: number | undefined;
  /** The longest wait before a repetition, in seconds; 30 by default. A longer one is an error at once. */
  maxRetryAfterS?: number | undefined;
  /** The longest time that one request may take until its reply is read, in milliseconds; 60,000 by default. */
  timeoutMs?: number | undefined;
}

declare const fetch: Fetch | undefined;
declare const URL: new (address: string) => { protocol: string };

/** Throws a TypeError that says what is wrong with the options, before a call fails for a reason that is hard to see. */
export function checkOptions(options: ClientOptions): void {
  const { baseUrl, apiKey, fetch: own } = options ?? {};
  check(isHttpAddress(baseUrl), 'baseUrl', 'the address of an instance, such as "http://127.0.0.1:3000"');
  check(typeof apiKey === 'string' && /^[\x21-\x7e]+$/.test(apiKey), 'apiKey', 'a key, "trib_…", without "Api-Key"');
  const hasFetch = own === undefined ? typeof fetch === 'function' : typeof own === 'function';
  check(hasFetch, 'fetch', 'a function: this platform has none');
  for (const name of ['retries', 'maxRetryAfterS', 'timeoutMs'] as const) {
    const value = options[name];
    check(value === undefined || (typeof value === 'number' && value >= 0), name, 'a number from 0');
  }
}

function check(isGood: boolean, name: string, what: string): void {
  if (!isGood) throw new TypeError(`createClient: ${name} must be ${what}.`);
}

function isHttpAddress(text: unknown): boolean {
  try {
    return /^https?:$/.test(new URL(String(text)).protocol);
  } catch {
    // It is not an address.
    return false;
  }
}
