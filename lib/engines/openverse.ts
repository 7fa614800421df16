import { z } from 'zod';
import type { Adapter } from '../providers/adapter.ts';
import { looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { searchInputSchema } from '../search/query.ts';
import { imageRows, imageSliceSchema } from '../search/results.ts';
import { queryFor } from '../search/text.ts';

/** The largest page, and the end of the list, for callers without an account. */
const PER_PAGE = 20;
const MAX_IMAGES = 240;
const MAX_QUERY_CHARS = 200;
/** The public service also has a limit a day, so that answers are worth keeping. */
const KEEP_IMAGES_S = 3_600;

const responseSchema = z.object({ results: z.array(looseObject) });
type Item = Readonly<Record<string, unknown>>;

/** The licence and the creator in one line: `CC BY-SA 4.0, Jane Doe`. */
function licenseLine({ license, license_version, creator }: Item): string {
  const parts = [licenseName(license, license_version), creator];
  return parts.filter((part) => typeof part === 'string' && part !== '').join(', ');
}

/** The usual name of one of Openverse's licences: `by` is `CC BY`, `cc0` and `pdm` have names of their own. */
function licenseName(license: unknown, version: unknown): string {
  if (typeof license !== 'string' || license === '') return '';
  const code = license.toUpperCase();
  const name = code === 'PDM' ? 'Public Domain Mark' : code.startsWith('CC') ? code : `CC ${code}`;
  return typeof version === 'string' ? `${name} ${version}`.trim() : name;
}

/** Openverse, a search for openly licensed images. Needs no account. */
export const openverse: Adapter = {
  slug: 'openverse',
  name: 'Openverse',
  defaultUrl: 'https://api.openverse.org/v1',
  apiKey: 'none',
  publicRate: { limit: 20, windowMs: 60_000 },
  operations: {
    images: {
      input: searchInputSchema,
      output: imageSliceSchema,
      cacheTtlS: KEEP_IMAGES_S,
      pageSize: PER_PAGE,
      supports({ date, page }) {
        if (date) return 'Openverse cannot filter by date';
        return page * PER_PAGE <= MAX_IMAGES || `Openverse has ${MAX_IMAGES} images`;
      },
      request(input, { url }) {
        const params = new URLSearchParams({
          q: queryFor(input.q, MAX_QUERY_CHARS),
          page: String(input.page),
          page_size: String(PER_PAGE),
        });
        if (!input.safe) params.set('mature', 'true');
        return { url: `${url}/images/?${params}`, headers: { accept: 'application/json' } };
      },
      parse(response) {
        requireOk(response);
        return {
          results: imageRows(
            readJson(response, responseSchema).results.map((result) => ({
              url: result.foreign_landing_url,
              title: result.title,
              thumbnail: result.thumbnail || result.url,
              image: result.url,
              width: result.width,
              height: result.height,
              license: licenseLine(result),
            })),
          ),
        };
      },
    },
  },
};
