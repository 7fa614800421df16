import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';

/** Weather codes of the World Meteorological Organization, in words. */
const conditions = jsonFile(new URL('./data/wmo-codes.json', import.meta.url), z.record(z.string(), z.string()));

/** The weather code in words. */
export function conditionOf(code: number): string {
  return conditions()[code] ?? 'unknown';
}
