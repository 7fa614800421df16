import { z } from 'zod';
import { tableFile } from '../../data-file.ts';

/** Names and abbreviations of zones, and the IANA zone that most people mean. */
export const zoneTable = tableFile(
  new URL('./data/zones.tsv', import.meta.url),
  z.object({
    name: z.string().min(1),
    /** Name for people to read. */
    label: z.string().min(1),
    /** Offset from UTC; null if the name means the clocks of the region, in summer and winter. */
    minutes: z.string().transform((text) => (text === '' ? null : Number(text))),
    tz: z.string().min(1),
    /** Whether people use the name alone. `ART` or `CAT` need a time before them, because they are also words. */
    common: z.enum(['', '1']).transform((mark) => mark === '1'),
  }),
);
