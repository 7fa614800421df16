import { z } from 'zod';
import { tableFile } from '../../lib/answers/data-file.ts';

/** A site that everybody can ask with a bang: `!gh words` leads to its address, with the words in place of `%s`. */
export interface WellKnownSite {
  /** The first is the usual one. */
  names: readonly string[];
  title: string;
  address: string;
}

/** All of them. */
export const wellKnownSites = tableFile<WellKnownSite>(
  new URL('./data/well-known-sites.tsv', import.meta.url),
  z.object({ names: z.string().transform((names) => names.split(' ')), title: z.string(), address: z.url() }),
);

/** The site that a name stands for. */
export function siteNamed(name: string): WellKnownSite | undefined {
  return wellKnownSites().find(({ names }) => names.includes(name));
}
