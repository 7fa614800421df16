import { z } from 'zod';
import { countryCalled } from '../../lib/answers/kinds/reference/countries.ts';
import { parseHttpUrl } from '../../lib/search/canonical-url.ts';
import { type Freshness, freshnesses } from '../../lib/search/query.ts';
import { freshnessFor } from '../../lib/search/since.ts';
import { queryField, REQUIRED } from '../contract/params.ts';
import { cutIfLong } from './long-query.ts';
import { domains } from './tavily-params.ts';

/** The parameters of Firecrawl's search and scrape. Those that change nothing are ignored like unknown ones. */

/** The versions of the API. */
export type Version = 'v1' | 'v2';

const MAX_RESULTS = 100;
const DAY_MS = 86_400_000;
/** A reply may name what it ignores. */
const MAX_NAME_CHARS = 40;

/** The formats of a page that can be served. Most others need a language model. */
const FORMATS = ['markdown', 'html', 'rawHtml', 'links', 'images', 'screenshot', 'screenshot@fullPage'] as const;
type PageFormat = (typeof FORMATS)[number];
/** Those that are texts. */
const TEXTS = ['markdown', 'html', 'rawHtml'] as const satisfies PageFormat[];
const SOURCES = ['web', 'news', 'images'] as const;
export type Source = (typeof SOURCES)[number];

/** Those of the given sources that are offered. */
export function sourcesIn(given: readonly string[]): Source[] {
  return SOURCES.filter((source) => given.includes(source));
}

const number = z.number('A valid number is required.');
const switched = z.boolean('Use true or false.');
const timeout = number.positive('Use a number of milliseconds.').optional();
const ignored = z.unknown().optional();

/** Formats: names, or objects with a name as their type. */
const formats = z
  .array(z.union([z.string(), z.looseObject({ type: z.string() })]), 'Use a list of names, or of objects with a type.')
  .transform((list) =>
    list.map((one) => {
      if (typeof one === 'string') return one.slice(0, MAX_NAME_CHARS);
      const isWhole = one.type === 'screenshot' && one.fullPage === true;
      return isWhole ? 'screenshot@fullPage' : one.type.slice(0, MAX_NAME_CHARS);
    }),
  );

/** A list of names, or of objects with a name as their type. */
const names = z
  .array(z.union([z.string(), z.looseObject({ type: z.string() })]), 'Use a list of names, or of objects with a type.')
  .transform((list) => list.map((one) => (typeof one === 'string' ? one : one.type).slice(0, MAX_NAME_CHARS)));

/** How a page is read. What cannot be done is refused by its name, unless a page without it still serves the caller. */
const scrapeFields = {
  formats: formats
    .transform((given, context) => {
      for (const name of given.filter((name) => !FORMATS.some((format) => format === name))) {
        const message = `${name} is not supported: pages are read without a model. Use ${FORMATS.join(', ')}.`;
        context.addIssue({ code: 'custom', message });
      }
      return FORMATS.filter((format) => given.includes(format));
    })
    .default(['markdown']),
  onlyMainContent: switched.default(true),
  maxAge: number.min(0, 'Use a number of milliseconds.').optional(),
  timeout,
  actions: z.array(z.unknown()).max(0, 'Not supported: nothing on a page is clicked or typed.').optional(),
  includeTags: ignored,
  excludeTags: ignored,
  headers: ignored,
  waitFor: ignored,
  mobile: ignored,
};
const IGNORED = ['includeTags', 'excludeTags', 'headers', 'waitFor', 'mobile'] as const;
export const scrapeOptions = z.object(scrapeFields, 'Use an object.');
export type ScrapeOptions = z.infer<typeof scrapeOptions>;

/** The parameters of a scrape. */
export const scrapeParams = scrapeOptions.extend({
  url: z
    .string({ error: ({ input }) => (input === undefined ? REQUIRED : 'Not a valid string.') })
    .trim()
    .refine((url) => parseHttpUrl(url) !== null, 'Use an http:// or https:// address.'),
});
export type ScrapeParams = z.infer<typeof scrapeParams>;

/** The names of what was asked for and changes nothing here, in a line; empty for none. */
export function ignoredLine(options: ScrapeOptions, others: readonly string[] = []): string {
  const own = IGNORED.filter((name) => ![undefined, null, false, 0].includes(options[name] as undefined));
  const names = [...own, ...others];
  return names.length > 0 ? `Ignored: ${names.join(', ')}.` : '';
}

/** The texts and lists of a page that are asked for, and the names of the texts. */
export function textsIn({ formats: given, onlyMainContent }: ScrapeOptions) {
  const names = TEXTS.filter((format) => given.includes(format));
  const [text = { format: 'markdown' as const, whole: !onlyMainContent }, ...also] = names.map((name) => ({
    format: name === 'markdown' ? ('markdown' as const) : ('html' as const),
    whole: !onlyMainContent || name === 'rawHtml',
  }));
  // Without a text, the page is read for its links or its metadata.
  return { names, ...text, also, links: given.includes('links'), images: given.includes('images') };
}

/** Which picture of a page is asked for. */
export function screenshotIn({ formats: given }: Pick<ScrapeOptions, 'formats'>): 'viewport' | 'page' | undefined {
  if (given.includes('screenshot@fullPage')) return 'page';
  return given.includes('screenshot') ? 'viewport' : undefined;
}

/** The parameters of a search, of which a version returns so many results by default. */
export const searchParams = (defaultResults: number) =>
  z
    .object({
      query: cutIfLong(queryField),
      limit: z
        .int('A valid integer is required.')
        .min(1, `Use a number from 1 to ${MAX_RESULTS}.`)
        .max(MAX_RESULTS, `Use a number from 1 to ${MAX_RESULTS}.`)
        .default(defaultResults),
      // Firecrawl has others, such as that of its catalogue of tools: what is found without them serves the caller.
      sources: names.refine((given) => sourcesIn(given).length > 0, 'Use web, news and images.').default(['web']),
      includeDomains: domains,
      excludeDomains: domains,
      tbs: z
        .string('Not a valid string.')
        .refine((text) => timeOf(text) !== null, 'Use a filter such as qdr:w or cdr:1,cd_min:01/31/2026.')
        .optional(),
      country: z
        .string('Not a valid string.')
        .refine((text) => countryCalled(text) !== null, 'Use a country code.')
        .optional(),
      safe: switched.optional(),
      timeout,
      scrapeOptions: scrapeOptions
        .refine((options) => screenshotIn(options) === undefined, {
          path: ['formats'],
          message: 'screenshot is not supported in a search: use scrape.',
        })
        .optional(),
      categories: ignored,
      location: ignored,
    })
    .refine(({ includeDomains, excludeDomains }) => includeDomains.length === 0 || excludeDomains.length === 0, {
      path: ['excludeDomains'],
      message: 'Give includeDomains or excludeDomains, not both.',
    });
export type SearchParams = z.infer<ReturnType<typeof searchParams>>;

/** A filter by time: one of the engines, and the first and last day; null if it makes no sense. */
export interface TimeFilter {
  freshness?: Freshness | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Reads Google's filter by time: `qdr:w`, or `cdr:1,cd_min:1/31/2026,cd_max:2/28/2026`. An hour is a day here. */
export function timeOf(tbs: string, now = Date.now()): TimeFilter | null {
  const values = new Map(tbs.split(',').map((part) => part.trim().split(':', 2) as [string, string | undefined]));
  const known = [...values.keys()].every((name) => ['qdr', 'cdr', 'cd_min', 'cd_max', 'sbd'].includes(name));
  const [range = '', from, to] = [values.get('qdr'), dayOf(values.get('cd_min')), dayOf(values.get('cd_max'))];
  const freshness = freshnesses.find((one) => one === (range === 'h' ? 'd' : range));
  if (!known || from === null || to === null || (values.has('qdr') && !freshness)) return null;
  const since = from === undefined ? undefined : freshnessFor((now - Date.parse(from)) / DAY_MS);
  return { freshness: freshness ?? since ?? undefined, from, to };
}

/** `1/31/2026` → `2026-01-31`; undefined if there is none, null if there is no such day. */
function dayOf(text: string | undefined): string | undefined | null {
  if (text === undefined) return undefined;
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return z.iso.date().safeParse(iso).success ? iso : null;
}
