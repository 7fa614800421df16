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
  /** Hosts that may be read although they are not public, at any port. */
  allow: HostList;
  /** Hosts that may not be read. Wins over `allow`. */
  deny: HostList;
}

const hostList = (options?: { withSubdomains: boolean }) =>
  z.string().transform(parsedWith((text) => HostList.parse(text, options)));

/** Reads the settings for reading pages. */
export function readExtract(read: ReadSetting): ExtractConfig {
  return {
    enabled: read('EXTRACT', onOff, true),
    deadlineMs: read('EXTRACT_DEADLINE_MS', integer(300, 60_000), 12_000),
    robots: read('EXTRACT_ROBOTS', onOff, true),
    allow: read('EXTRACT_ALLOW', hostList(), HostList.parse('')),
    // Whoever names a site means all of it.
    deny: read('EXTRACT_DENY', hostList({ withSubdomains: true }), HostList.parse('')),
  };
}
