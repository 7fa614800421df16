import { z } from 'zod';
import type { Adapter } from '../providers/adapter.ts';
import { looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import type { FoundImage, StandInReply } from '../providers/stand-in.ts';
import { searchInputSchema } from '../search/query.ts';
import { imageRows } from '../search/result-rows.ts';
import { imageSliceSchema } from '../search/results.ts';
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
  docs: { about: 'Images with a free licence.' },
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
  // As strict with anonymous callers as the real one, without its rate limit.
  standIn: {
    covers: { images: 80 },
    answer({ path, query }, find) {
      if (path !== '/v1/images/') return refusal(404, 'Not found.');
      const page = Number(query.get('page') ?? 1);
      const size = Number(query.get('page_size') ?? PER_PAGE);
      if (!(Number.isInteger(page) && page >= 1)) return refusal(400, { page: ['A valid integer is required.'] });
      if (!(Number.isInteger(size) && size >= 1)) return refusal(400, { page_size: ['A valid integer is required.'] });
      if (size > PER_PAGE) return refusal(401, 'page_size may not exceed 20 for anonymous requests');
      if (page * size > MAX_IMAGES) return refusal(401, 'pagination depth may not exceed 240 for anonymous requests');
      const found = find.images({ text: query.get('q') ?? '', safe: query.get('mature') !== 'true' });
      const result_count = Math.min(found.total, MAX_IMAGES);
      return {
        status: 200,
        body: {
          result_count,
          page_count: Math.ceil(result_count / size),
          page_size: size,
          page,
          results: found.slice((page - 1) * size, page * size).map(imageItem),
        },
      };
    },
  },
};

const LICENSES = [
  ['by', '2.0'],
  ['by-sa', '4.0'],
  ['cc0', '1.0'],
] as const;

function imageItem({ id: number, url, title, image, thumbnail, width, height, adult }: FoundImage) {
  const id = `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
  const [license, license_version] = LICENSES[number % LICENSES.length] ?? LICENSES[0];
  const source = url.startsWith('https://commons.wikimedia.org/') ? 'wikimedia' : 'flickr';
  const detail_url = `https://api.openverse.org/v1/images/${id}/`;
  return {
    id,
    title,
    indexed_on: '2026-01-01T00:00:00Z',
    foreign_landing_url: url,
    url: image,
    creator: 'Jane Doe',
    creator_url: 'https://example.org/jane',
    license,
    license_version,
    license_url: `https://creativecommons.org/licenses/${license}/${license_version}/`,
    provider: source,
    source,
    category: null,
    filesize: null,
    filetype: image.split('.').pop() ?? 'jpg',
    tags: [],
    attribution: `"${title}" by Jane Doe is licensed under ${license.toUpperCase()} ${license_version}.`,
    fields_matched: ['title'],
    mature: adult,
    height,
    width,
    // The real service serves thumbnails itself.
    thumbnail,
    detail_url,
    related_url: `${detail_url}related/`,
    unstable__sensitivity: [],
  };
}

function refusal(status: number, detail: unknown): StandInReply {
  return { status, body: { detail } };
}
