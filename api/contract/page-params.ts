import { z } from 'zod';
import { parseHttpUrl } from '../../lib/search/canonical-url.ts';
import { detailParam, REQUIRED, reportTogether } from './params.ts';

/** Parameters that are also taken from JSON, where a number may be a number and a switch true or false. */

export const MAX_URLS = 20;
/** Pictures are large. */
export const MAX_PICTURED = 5;
export const DEFAULT_CHARS = 100_000;
export const MAX_CHARS = 500_000;
const MAX_CHUNKS = 20;
export const DEFAULT_CHUNKS = 3;
const MAX_QUERY_CHARS = 1_000;
const MAX_URL_CHARS = 8_192;
const MAX_AGE_S = 31_536_000;

const ADDRESS = 'Use http:// or https:// addresses.';
const SWITCHES = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  ['1', true],
  ['on', true],
  ['yes', true],
  [false, false],
  ['false', false],
  ['0', false],
  ['off', false],
  ['no', false],
]);

export const switchParam = (description: string) =>
  z
    .union([z.boolean(), z.string()], { error: 'Use true or false.' })
    .transform((given, context): boolean => {
      const value = SWITCHES.get(typeof given === 'string' ? given.toLowerCase() : given);
      if (value === undefined) context.addIssue({ code: 'custom', message: 'Use true or false.' });
      return value ?? false;
    })
    .optional()
    .meta({ description, type: 'boolean', 'x-default': false });

/** An integer, as text or in JSON. */
export const numberParam = (min: number, max: number, description: string, fallback?: number) =>
  z
    .union([z.number(), z.string()], { error: 'A valid integer is required.' })
    .transform((given) =>
      typeof given === 'number' ? given : /^[+-]?\d{1,15}$/.test(given) ? Number(given) : Number.NaN,
    )
    .refine(Number.isInteger, 'A valid integer is required.')
    .refine((value) => Number.isNaN(value) || (value >= min && value <= max), `Use a number from ${min} to ${max}.`)
    .optional()
    .meta({
      description,
      type: 'integer',
      minimum: min,
      maximum: max,
      ...(fallback === undefined ? {} : { 'x-default': fallback }),
    });

/** A text that what is read is compared with. */
export const wordsParam = (description: string, example?: string) =>
  z
    .string({ error: 'Give a text.' })
    .transform((text) => text.trim().normalize('NFC').toWellFormed())
    .refine(
      (text) => text.length <= MAX_QUERY_CHARS,
      `Ensure this field has no more than ${MAX_QUERY_CHARS} characters.`,
    )
    .optional()
    .meta({ description, maxLength: MAX_QUERY_CHARS, ...(example === undefined ? {} : { example }) });

const urlsParam = z
  .union([z.string(), z.array(z.string())], { error: 'Give a list of addresses.' })
  .transform((given, context): string[] => {
    const urls = [given].flat().map((url) => url.trim());
    if (urls.length === 0) context.addIssue({ code: 'custom', message: REQUIRED });
    if (urls.length > MAX_URLS) context.addIssue({ code: 'custom', message: `Give at most ${MAX_URLS} addresses.` });
    const areGood = urls.every((url) => url.length <= MAX_URL_CHARS && parseHttpUrl(url) !== null);
    if (!areGood) context.addIssue({ code: 'custom', message: ADDRESS });
    return urls;
  })
  .optional();

const pageFormats = ['markdown', 'text', 'html'] as const;

/** How much is said of each page. */
export const pageDetailParam = detailParam.meta({
  description: '`full` adds `kind`, `accessible_for_free`, `hidden_removed` and `usage` to each page.',
  enum: ['full'],
});

/** What is wanted of each page, in `/api/v1/extract/` and of a crawl. */
export const pageOptionParams = {
  format: z
    .enum(pageFormats, { error: 'Use markdown, text or html.' })
    .optional()
    .meta({ description: 'The format of `content`.', 'x-default': 'markdown' }),
  max_chars: numberParam(1, MAX_CHARS, 'Maximum number of characters in the `content` of a page.', DEFAULT_CHARS),
  query: wordsParam('A question. Adds `chunks`, the passages of each page that match it best.'),
  chunks: numberParam(1, MAX_CHUNKS, 'Maximum number of passages per page. Used with `query`.', DEFAULT_CHUNKS),
  links: switchParam('Adds the links of each page.'),
  images: switchParam('Adds the images of each page.'),
};

/** Whether a browser renders pages. */
export const renderParam = (description: string) =>
  z.enum(['auto', 'on', 'off'], { error: 'Use auto, on or off.' }).optional().meta({ description, 'x-default': 'off' });

/** How old pages may be. */
export const maxAgeParam = (description: string) => numberParam(0, MAX_AGE_S, description);

/** The parameters of `/api/v1/extract/`. */
export const extractParams = z
  .object({
    urls: urlsParam.meta({
      description: `The URLs of the pages, at most ${MAX_URLS}. In a query string, repeat the parameter.`,
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      maxItems: MAX_URLS,
      example: ['https://en.wikipedia.org/wiki/Tributary'],
    }),
    url: urlsParam.meta({ description: 'Alias of `urls` for a single page.', type: 'string' }),
    ...pageOptionParams,
    render: renderParam(
      'Whether a browser renders pages: `auto` those that show nothing without their scripts, `on` all. A page that ' +
        'was rendered counts as two. Adds `rendered` and `render_ms` to each page. Needs `BROWSER_URL`.',
      // A program that sends all examples at once sends one of `screenshot`, which needs it.
    ).meta({ example: 'on' }),
    screenshot: z
      .enum(['viewport', 'page'], { error: 'Use viewport or page.' })
      .optional()
      .meta({
        description:
          'Adds a picture of each page, as a PNG: of what a window of 1,280 × 800 shows, or of the whole `page`, which is ' +
          `cut where it is too large. At most ${MAX_PICTURED} addresses. A browser renders the pages, as with \`render=on\`.`,
      }),
    max_age: maxAgeParam(
      'How old a cached page may be, in seconds; 0 reads it anew. Default: as old as its server allows, at most an hour.',
    ),
    detail: pageDetailParam,
  })
  .superRefine(({ urls, url, screenshot, render }, context) => {
    if (screenshot !== undefined && render === 'off') {
      context.addIssue({ code: 'custom', path: ['render'], message: 'A screenshot needs render=on.' });
    }
    if (screenshot !== undefined && (urls ?? url ?? []).length > MAX_PICTURED) {
      const message = `Give at most ${MAX_PICTURED} addresses with screenshot.`;
      context.addIssue({ code: 'custom', path: ['screenshot'], message });
    }
    const problem = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (urls !== undefined && url !== undefined) problem('urls', 'Give urls or url, not both.');
    else if (urls === undefined && url === undefined) problem('urls', REQUIRED);
  }, reportTogether);

export type ExtractParams = z.infer<typeof extractParams>;

/** The addresses of a request. */
export function urlsOf({ urls, url }: Pick<ExtractParams, 'urls' | 'url'>): string[] {
  return urls ?? url ?? [];
}

/** Whether a browser renders the pages of a request: only a browser takes pictures. */
export function renderOf({
  render,
  screenshot,
}: Pick<ExtractParams, 'render' | 'screenshot'>): ExtractParams['render'] {
  return screenshot === undefined ? render : 'on';
}
