import { images } from '../corpus.ts';
import { CorpusIndex, hash, rowsOf } from '../corpus-index.ts';
import type { SandboxResponse, Upstream } from '../upstream.ts';

const index = new CorpusIndex(images, {
  engine: 'openverse',
  percent: () => 80,
  titleWeight: 2,
  everyWord: false,
  tail: true,
});

const MAX_PAGE_SIZE = 20;
const MAX_DEPTH = 240;
const LICENSES = ['by', 'by-sa', 'cc0'] as const;
const VERSIONS = { by: '2.0', 'by-sa': '4.0', cc0: '1.0' } as const;

const find = rowsOf(index, ({ title, url, image, thumbnail, width, height, adult }) => {
  const id = `00000000-0000-4000-8000-${hash(url).toString(16).padStart(12, '0')}`;
  const detail = `https://api.openverse.org/v1/images/${id}/`;
  const license = LICENSES[hash(url) % LICENSES.length] ?? 'by';
  const source = url.startsWith('https://commons.wikimedia.org/') ? 'wikimedia' : 'flickr';
  return {
    id,
    title,
    indexed_on: '2026-01-01T00:00:00Z',
    foreign_landing_url: url,
    url: image,
    creator: 'Jane Doe',
    creator_url: 'https://example.org/jane',
    license,
    license_version: VERSIONS[license],
    license_url: `https://creativecommons.org/licenses/${license}/${VERSIONS[license]}/`,
    provider: source,
    source,
    category: null,
    filesize: null,
    filetype: image.split('.').pop() ?? 'jpg',
    tags: [],
    attribution: `"${title}" by Jane Doe is licensed under ${license.toUpperCase()} ${VERSIONS[license]}.`,
    fields_matched: ['title'],
    mature: adult ?? false,
    height,
    width,
    // The real service serves thumbnails itself.
    thumbnail,
    detail_url: detail,
    related_url: `${detail}related/`,
    unstable__sensitivity: [],
  };
});

/** Stand-in for Openverse, as strict with anonymous callers as the real one, without its rate limit. */
export const openverse: Upstream = {
  slug: 'openverse',
  handle({ path, query }) {
    if (path !== '/v1/images/') return refusal(404, 'Not found.');
    const page = Number(query.get('page') ?? 1);
    const size = Number(query.get('page_size') ?? MAX_PAGE_SIZE);
    if (!(Number.isInteger(page) && page >= 1)) return refusal(400, { page: ['A valid integer is required.'] });
    if (!(Number.isInteger(size) && size >= 1)) return refusal(400, { page_size: ['A valid integer is required.'] });
    if (size > MAX_PAGE_SIZE) return refusal(401, 'page_size may not exceed 20 for anonymous requests');
    if (page * size > MAX_DEPTH) return refusal(401, 'pagination depth may not exceed 240 for anonymous requests');
    const found = find({ text: query.get('q') ?? '', lang: '', safe: query.get('mature') !== 'true' });
    const result_count = Math.min(found.total, MAX_DEPTH);
    return {
      status: 200,
      body: {
        result_count,
        page_count: Math.ceil(result_count / size),
        page_size: size,
        page,
        results: found.slice((page - 1) * size, page * size),
      },
    };
  },
};

function refusal(status: number, detail: unknown): SandboxResponse {
  return { status, body: { detail } };
}
