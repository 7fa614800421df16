import { z } from 'zod';
import { HostList } from '../net/host-list.ts';
import { integer, onOff, parsedWith } from './config-values.ts';
import type { ReadSetting } from './settings-reader.ts';

/** The settings for reading pages. */
export interface ExtractConfig {
  /** Whether this instance reads pages at all. */
  enabled: boolean;
  /** Time limit of a request that reads pages. */
  deadlineMs: number;
  /** Whether a page is read only if the robots.txt of its site allows it. */
  robots: boolean;
  /** Whether a page is not read if its site says that programs may not use it, in `Content-Signal` and its like. */
  respectsSignals: boolean;
  /** Where a Chromium takes commands (CDP), for pages that show nothing without scripts; empty if there is none. */
  browserUrl: string;
  /** Hosts that may be read although they are not public, at any port. */
  allow: HostList;
  /** Hosts that may not be read. Wins over `allow`. */
  deny: HostList;
}

const signals = z.enum(['ignore', 'respect'], { error: 'must be ignore or respect' });

const browserAddress = z.url({
  protocol: /^(?:https?|wss?)$/,
  error: 'must be an http://, https://, ws:// or wss:// address',
});

const hostList = (options?: { withSubdomains: boolean }) =>
  z.string().transform(parsedWith((text) => HostList.parse(text, options)));

/** Reads the settings for reading pages. */
export function readExtract(read: ReadSetting): ExtractConfig {
  return {
    enabled: read('EXTRACT', onOff, true),
    deadlineMs: read('EXTRACT_DEADLINE_MS', integer(300, 60_000), 12_000),
    robots: read('EXTRACT_ROBOTS', onOff, true),
    respectsSignals: read('EXTRACT_SIGNALS', signals, 'ignore') === 'respect',
    browserUrl: read('BROWSER_URL', browserAddress, ''),
    allow: read('EXTRACT_ALLOW', hostList(), HostList.parse('')),
    // Whoever names a site means all of it.
    deny: read('EXTRACT_DENY', hostList({ withSubdomains: true }), HostList.parse('')),
  };
}
