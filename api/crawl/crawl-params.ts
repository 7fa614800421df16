import { z } from 'zod';
import { crawlEvents } from '../../lib/crawl/crawl-request.ts';
import { parseHttpUrl } from '../../lib/search/canonical-url.ts';
import { addressProblem } from '../../lib/webhooks/endpoint.ts';
import {
  maxAgeParam,
  numberParam,
  pageDetailParam,
  pageOptionParams,
  renderParam,
  switchParam,
} from '../contract/page-params.ts';
import { REQUIRED, reportTogether } from '../contract/params.ts';

/** Addresses of a batch, and globs of a crawl. */
export const MAX_BATCH = 1_000;
const MAX_GLOBS = 50;
const MAX_GLOB_CHARS = 500;
/** As many as a page may have segments, and more. */
const MAX_DEPTH = 100;
const DAY_S = 86_400;
export const DEFAULTS = { limit: 100, depth: 20, maxS: 3_600 } as const;

const ADDRESS = 'Use http:// or https:// addresses.';
const address = z
  .string({ error: 'Give an address.' })
  .trim()
  .refine((text) => parseHttpUrl(text) !== null, 'Use an http:// or https:// address.');

const globs = (description: string) =>
  z
    .array(
      z
        .string()
        .trim()
        .min(1, 'Leave no pattern empty.')
        .max(MAX_GLOB_CHARS, `A pattern has at most ${MAX_GLOB_CHARS} characters.`),
      { error: 'Give a list of patterns.' },
    )
    .max(MAX_GLOBS, `Give at most ${MAX_GLOBS} patterns.`)
    .optional()
    .meta({ description, example: ['/blog/**'] });

/** Who is told of a crawl. */
const webhook = z
  .object(
    {
      url: z
        .string({ error: 'Give its address.' })
        .trim()
        .superRefine((text, context) => {
          const message = addressProblem(text);
          if (message !== null) context.addIssue({ code: 'custom', message });
        })
        .meta({ description: 'Where signed requests are sent.', example: 'https://example.org/hooks' }),
      events: z
        .array(z.enum(crawlEvents, { error: `Use ${crawlEvents.join(', ')}.` }), { error: 'Give a list of events.' })
        .min(1, 'Name at least one event.')
        .transform((given) => [...new Set(given)])
        .optional()
        .meta({ description: 'What it is told; all of these unless you name some.' }),
    },
    { error: 'Give an object with url and events.' },
  )
  .optional()
  .meta({
    description:
      'Tells a server of the crawl while it runs. Its requests are signed as Standard Webhooks says, with the secret in ' +
      'the reply.',
  });

/** The parameters of a crawl. */
export const crawlParams = z
  .object({
    url: address.optional().meta({
      description: 'Where the crawl begins. It reads the pages of this site.',
      example: 'https://example.org/',
    }),
    urls: z
      .array(z.string({ error: ADDRESS }), { error: 'Give a list of addresses.' })
      .min(1, REQUIRED)
      .max(MAX_BATCH, `Give at most ${MAX_BATCH} addresses.`)
      .transform((given) => given.map((url) => url.trim()))
      .refine((given) => given.every((url) => parseHttpUrl(url) !== null), ADDRESS)
      .optional()
      .meta({ description: `Instead of \`url\`: the pages to read, at most ${MAX_BATCH}. No link is followed.` }),
    limit: numberParam(
      1,
      100_000,
      'Maximum number of pages: those that were read, and those that have failed. The instance has a maximum, ' +
        '`CRAWL_MAX_PAGES`. Default: 100, or the number of `urls`.',
    ),
    depth: numberParam(
      0,
      MAX_DEPTH,
      'How many links may lead from the start to a page. The pages of a numbered list count as one.',
      DEFAULTS.depth,
    ),
    include: globs(
      'Only pages whose path matches one of these patterns, and the start: `*` stands for a part between slashes, `**` ' +
        'for any.',
    ),
    exclude: globs('No pages whose path matches one of these patterns.'),
    subdomains: switchParam('Whether all hosts of the same domain belong to the site.'),
    sitemap: z.enum(['use', 'only', 'skip'], { error: 'Use use, only or skip.' }).optional().meta({
      description: '`use` the sitemaps of the site beside its links, read `only` what they name, or `skip` them.',
      'x-default': 'use',
    }),
    max_s: numberParam(10, DAY_S, 'After how many seconds the crawl ends.', DEFAULTS.maxS),
    webhook,
    ...pageOptionParams,
    render: renderParam(
      'Whether a browser renders pages, after they were read without one: `auto` those that show nothing without their ' +
        'scripts, `on` all. A page that was rendered counts as two. Adds `rendered` and `render_ms` to each page. Needs ' +
        '`BROWSER_URL`.',
    ),
    max_age: maxAgeParam(
      'With `urls`: how old a page may be that was read before, in seconds. Such a page costs nothing, and its site is not ' +
        'asked. Default: 0, all are read anew.',
    ),
    detail: pageDetailParam,
  })
  .superRefine(({ url, urls, max_age }, context) => {
    const problem = (message: string, path = 'url') => context.addIssue({ code: 'custom', path: [path], message });
    if (url !== undefined && max_age !== undefined)
      problem('Use it with urls: links are followed from new pages only.', 'max_age');
    if (url !== undefined && urls !== undefined) problem('Give url or urls, not both.');
    else if (url === undefined && urls === undefined) problem(REQUIRED);
  }, reportTogether);
export type CrawlParams = z.infer<typeof crawlParams>;
