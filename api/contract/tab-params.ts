import { z } from 'zod';
import { rulesProblems } from '../../lib/rules/parse.ts';
import { domainIn } from '../../lib/search/domains.ts';
import { detailParam, integerParam, optional, reportTogether, searchParams } from './params.ts';

/** The parameters of the search tabs in the API. */

/** Less is not enough for any engine. */
export const MIN_DEADLINE_MS = 100;
/** More than any deployment has engines. */
const MAX_ENGINES = 50;

const deadlineParam = integerParam(MIN_DEADLINE_MS).meta({
  description:
    "Answers within this many milliseconds, with the results received by then. Cannot exceed the deployment's deadline. " +
    'Late answers are cached for the next search.',
  type: 'integer',
  minimum: MIN_DEADLINE_MS,
  example: 5_000,
});

const minEnginesParam = integerParam(1, MAX_ENGINES).meta({
  description:
    'Answers as soon as this many engines have answered. The rest get the outcome `timeout`, and their answers are ' +
    'cached for the next search.',
  type: 'integer',
  minimum: 1,
  maximum: MAX_ENGINES,
});

export const MAX_LIMIT = 50;

const limitParam = integerParam(1, MAX_LIMIT).meta({
  description:
    'Results per page. The list is kept for two minutes, so no result appears on two pages. Without `limit`, a page ' +
    "has all results of the engines' own pages.",
  type: 'integer',
  minimum: 1,
  maximum: MAX_LIMIT,
  example: 10,
});

const freshParam = optional()
  .pipe(z.literal('1', 'Use 1, or leave it out.'))
  .optional()
  .meta({
    description:
      '`1` returns an error when no engine answers. By default, the reply is then a cached list that is at most a day ' +
      'old, with the headers `Warning` and `Age`.',
    enum: ['1'],
  });

const MAX_SITES = 20;

/** Host names, separated by commas or spaces, or as a repeated parameter: in order, so that equal lists are equal. */
const sitesParam = (example: string, description: string) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((given, context): string[] => {
      const names = [given].flat().flatMap((part) => part.split(/[\s,]+/).filter(Boolean));
      if (names.length === 0)
        context.addIssue({ code: 'custom', message: 'Name at least one host, such as example.com.' });
      if (names.length > MAX_SITES) context.addIssue({ code: 'custom', message: `Name at most ${MAX_SITES} hosts.` });
      const hosts = names.map((name) => ({ name, host: domainIn(name) }));
      for (const { name, host } of hosts) {
        if (host !== null) continue;
        context.addIssue({ code: 'custom', message: `"${name.slice(0, 40)}" is no host name such as example.com.` });
      }
      return [...new Set(hosts.flatMap(({ host }) => host ?? []))].sort();
    })
    .optional()
    .meta({ description, example });

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Stands for no country. */
const UNKNOWN = 'ZZ';

/** The country that two letters stand for, in capitals; null if they stand for none. */
function countryIn(text: string): string | null {
  if (!/^[a-z]{2}$/i.test(text)) return null;
  const { region = UNKNOWN } = new Intl.Locale(`und-${text}`);
  return region === UNKNOWN || countryNames.of(region) === undefined ? null : region;
}

const countryParam = optional()
  .transform((text, context): string => {
    const country = countryIn(text);
    if (country === null)
      context.addIssue({ code: 'custom', message: 'Use the two letters of a country, such as DE.' });
    return country ?? '';
  })
  .optional()
  .meta({
    description: 'Country to search from (ISO 3166). Engines prefer pages from this country.',
    minLength: 2,
    maxLength: 2,
    example: 'DE',
  });

const dayParam = (example: string, description: string) =>
  optional().pipe(z.iso.date('Use a date such as 2026-01-31.')).optional().meta({ description, example });

/** The newest first. */
export const sortParam = optional()
  .pipe(z.literal('date', 'Use date, or leave it out.'))
  .optional()
  .meta({ description: '`date` sorts by date, newest first. Results without a date come last.', enum: ['date'] });

/** More than a model reads of one search. */
const MAX_EXTRACT = 10;

const extractParam = integerParam(1, MAX_EXTRACT).meta({
  description:
    "Reads the first N results' pages, and adds the `content` of each. The engines then get half of the request's " +
    'time; the pages get the rest. Adds one search to your usage per five pages fetched.',
  type: 'integer',
  minimum: 1,
  maximum: MAX_EXTRACT,
});

/** More than a person writes, and little enough for an address. */
const MAX_RULES_BYTES = 4_096;

const rulesParam = optional()
  .transform((text, context): string => {
    if (Buffer.byteLength(text) > MAX_RULES_BYTES) {
      context.addIssue({ code: 'custom', message: `Ensure this field has no more than ${MAX_RULES_BYTES} bytes.` });
      return '';
    }
    for (const message of rulesProblems(text)) context.addIssue({ code: 'custom', message });
    return text;
  })
  .optional()
  .meta({
    description:
      'Rules for sites, one instruction a line: `$boost=3,site=example.com`, `$downrank`, `$discard`, `$pin`, a pattern ' +
      'such as `|https://example.com/docs/`, or `$discard` alone to keep only what other lines match. At most 4,096 ' +
      'bytes. Applied to the merged list.',
    maxLength: MAX_RULES_BYTES,
    example: '$boost=3,site=nodejs.org',
  });

/**
 * The parameters of a search tab in the API. Their examples fit together: programs that import the document may send all of
 * them at once.
 */
export const tabParams = searchParams.extend({
  detail: detailParam,
  deadline_ms: deadlineParam,
  min_engines: minEnginesParam,
  site: sitesParam(
    'nodejs.org',
    'Only results from these sites and their subdomains: host names, separated by commas, or as a repeated parameter.',
  ),
  exclude_site: sitesParam('example.com,example.org', 'No results from these sites and their subdomains.'),
  country: countryParam,
  limit: limitParam,
  rules: rulesParam,
  fresh: freshParam,
});

const dayParams = {
  from: dayParam('2026-01-01', 'Only results from this day (UTC) or later, such as `2026-01-31`.'),
  to: dayParam('2026-12-31', 'Only results from this day (UTC) or earlier, such as `2026-12-31`.'),
};

/** A request names either a range of the last days, or the first and the last day. */
type Days = { date?: unknown; from?: unknown; to?: unknown };
export const oneWay = ({ date, from, to }: Days) => date === undefined || (from === undefined && to === undefined);
export const notTwoWays = { path: ['date'], message: 'Use either date or from and to.', ...reportTogether };
export const inOrder = ({ from, to }: Days) => typeof from !== 'string' || typeof to !== 'string' || from <= to;
export const notBackwards = { path: ['from'], message: 'Must not be after to.', ...reportTogether };

/** The parameters of a tab whose results have dates. */
export const datedTabParams = tabParams.extend(dayParams).refine(oneWay, notTwoWays).refine(inOrder, notBackwards);

const rerankParam = optional()
  .pipe(z.enum(['on', 'off'], 'Use on or off.'))
  .optional()
  .meta({
    description:
      '`on` orders the results of each page of the engines anew, by title and description: by words, or by the model ' +
      'of this deployment (`RERANK_URL`). `Server-Timing` says if the model failed and the words decide.',
    enum: ['on', 'off'],
    'x-default': 'off',
  });

const { engine, safe, lang, date, site, exclude_site, country, rules, fresh } = tabParams.shape;
/** The filters of a web search, for requests that search the web and answer with something else. */
export const webFilters = {
  ...{ engine, safe, lang, date, ...dayParams, site, exclude_site, country, rules, fresh },
  rerank: rerankParam,
};

/** The parameters of a web search. */
export const webParams = datedTabParams.safeExtend({ extract: extractParam, rerank: rerankParam });

/** The parameters of news. */
export const newsParams = datedTabParams.safeExtend({ sort: sortParam });

/** The parameters of all tabs, after validation. */
export type TabParams = z.infer<typeof newsParams> & z.infer<typeof webParams>;

/** What a tab searches for: only the query is required. */
export type TabQuery = Partial<TabParams> & { q: string };
