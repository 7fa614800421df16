import { z } from 'zod';
import type { Operation, ProviderSettings, UpstreamRequest, UpstreamResponse } from '../providers/adapter.ts';
import { asObject, objectsIn } from '../providers/loose-json.ts';
import { type SearchInput, searchInputSchema } from '../search/query.ts';
import type { RawImage, RawReport } from '../search/result-rows.ts';
import { cleanText, queryFor } from '../search/text.ts';
import { apiRequest, MAX_QUERY_CHARS, PER_PAGE, readApi, supportsDate, THUMBNAIL_WIDTH } from './mediawiki-wire.ts';

/** The files that Commons calls images, and those that it calls videos. */
export const IMAGE = 'bitmap|drawing';
export const VIDEO = 'video';
const CREDIT_MAX_CHARS = 100;

/** A file as a raw result: what images need, and what videos need. */
export type CommonsFile = RawImage & RawReport;

/** A search for files of one kind on Wikimedia Commons. */
function commonsRequest(kind: string, input: SearchInput, { otherUrls }: ProviderSettings): UpstreamRequest {
  return apiRequest(`${otherUrls.COMMONS_URL}/w/api.php`, {
    action: 'query',
    generator: 'search',
    gsrnamespace: '6',
    gsrsearch: `filetype:${kind} ${queryFor(input.q, MAX_QUERY_CHARS - 30)}`,
    gsrlimit: String(PER_PAGE),
    gsroffset: String((input.page - 1) * PER_PAGE),
    prop: 'info|imageinfo',
    iiprop: 'url|size|mime|timestamp|extmetadata',
    iiextmetadatafilter: 'LicenseShortName|Artist',
    iiurlwidth: String(THUMBNAIL_WIDTH),
  });
}

/** A list in one version of the format, an object by page id in the other. `query` is missing if nothing was found. */
const pagesSchema = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown()).transform(Object.values)]);
const filesSchema = z.union([
  z.object({ query: z.object({ pages: pagesSchema }) }).transform(({ query }): unknown[] => query.pages),
  z.object({ batchcomplete: z.unknown(), query: z.undefined().optional() }).transform((): unknown[] => []),
]);

/** Licence and creator of a file in one line. The metadata is HTML, often with a link to the creator's page. */
function licenseOf(metadata: unknown): string {
  const { LicenseShortName, Artist } = asObject(metadata);
  const parts = [LicenseShortName, Artist].map((field) => cleanText(asObject(field).value, CREDIT_MAX_CHARS));
  return parts.filter(Boolean).join(', ');
}

function commonsFiles(kind: string, response: UpstreamResponse): CommonsFile[] {
  const files = readApi(response, filesSchema);
  const rank = ({ index }: Readonly<Record<string, unknown>>) => (typeof index === 'number' ? index : 1e9);
  return objectsIn(files)
    .sort((a, b) => rank(a) - rank(b))
    .map(({ title, imageinfo }) => {
      const [info = {}] = objectsIn(imageinfo);
      return {
        url: info.descriptionurl,
        title: typeof title === 'string' ? title.replace(/^[^:]+:/, '').replace(/\.\w{2,5}$/, '') : '',
        thumbnail: info.thumburl || (kind === VIDEO ? '' : info.url),
        image: info.url,
        width: info.width,
        height: info.height,
        license: licenseOf(info.extmetadata),
        duration: info.duration,
        date: info.timestamp,
      };
    });
}

/** An operation that searches files of one kind on Wikimedia Commons. */
export function commons<Slice>(
  kind: string,
  output: z.ZodType<Slice>,
  read: (files: CommonsFile[]) => Slice,
): Operation<SearchInput, Slice> {
  return {
    input: searchInputSchema,
    output,
    pageSize: PER_PAGE,
    supports: supportsDate,
    request: (input, settings) => commonsRequest(kind, input, settings),
    parse: (response) => read(commonsFiles(kind, response)),
  };
}
