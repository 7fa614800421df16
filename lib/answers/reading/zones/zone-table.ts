import { z } from 'zod';
import { tableFile } from '../../data-file.ts';

const zones = tableFile(
  new URL('./data/zones.tsv', import.meta.url),
  z.object({
    name: z.string().min(1),
    /** Name for people to read. */
    label: z.string().min(1),
    /** Offset from UTC; empty if the name means the clocks of the region, in summer and winter. */
    offset: z.string(),
    tz: z.string().min(1),
    /** Whether people use the name alone. `ART` or `CAT` need a time before them, because they are also words. */
    common: z.enum(['', '1']),
  }),
);
let byName: ReadonlyMap<string, ReturnType<typeof zones>[number]> | undefined;

/** Names and abbreviations of zones, and the IANA zone that most people mean. */
export function zoneTable() {
  byName ??= new Map(zones().map((zone) => [zone.name, zone]));
  return byName;
}
