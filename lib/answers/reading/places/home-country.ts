import { z } from 'zod';
import { countryOf } from '../../../search/language-tag.ts';
import { once, tableFile } from '../../data-file.ts';

const rows = tableFile(
  new URL('./data/zone-countries.tsv', import.meta.url),
  z.object({ tz: z.string(), country: z.string().length(2) }),
);
/** The country of each time zone. */
export const zoneCountries = once(() => new Map(rows().map(({ tz, country }) => [tz, country])));

/** The country of the requester: the one that the language tag names, or else that of the time zone; empty if unknown. */
export const homeCountry = (lang: string, tz: string) => countryOf(lang) || (zoneCountries().get(tz) ?? '');
