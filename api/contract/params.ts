import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type SlotSlug, slotSlugs } from '../../lib/providers/slot-slugs.ts';
import { parseHttpUrl } from '../../lib/search/canonical-url.ts';
import { freshnesses } from '../../lib/search/query.ts';
import { queryFor } from '../../lib/search/text.ts';

/** The shared query parameters. An invalid value is refused with a message for the caller, never guessed. */
export const MAX_QUERY_CHARS = 1_000;

/** The message for a required parameter that is missing or empty. */
export const REQUIRED = 'This field is required.';
/** The message for a parameter that is repeated in a query string. */
export const ONCE = 'Give this parameter once.';

/** A required parameter, given once. */
const required = () => z.string({ error: ({ input }) => (input === undefined ? REQUIRED : ONCE) });
/** An optional parameter, given at most once. */
export const optional = () => z.string({ error: ONCE });

/** Trims the text and normalises it to NFC, so that texts that look the same are equal. */
const tidy = (text: string) => text.trim().normalize('NFC').toWellFormed();
const notTooLong = (text: string | undefined) => [...(text ?? '')].length <= MAX_QUERY_CHARS;
const TOO_LONG = `Ensure this field has no more than ${MAX_QUERY_CHARS} characters.`;

const queryIn = (text: z.ZodString) =>
  text
    .transform(tidy)
    // Engines get the query without control characters, so a query of control characters alone is empty.
    .refine((query) => queryFor(query, MAX_QUERY_CHARS) !== '', REQUIRED)
    .refine(notTooLong, TOO_LONG);

/** The query in a JSON body. */
export const queryField = queryIn(
  z.string({ error: ({ input }) => (input === undefined ? REQUIRED : 'Not a valid string.') }),
);

export const qParam = queryIn(required()).meta({
  description: 'The query.',
  example: 'node.js',
  minLength: 1,
  maxLength: MAX_QUERY_CHARS,
});

/** An optional text. White space alone counts as missing. */
export const captionParam = optional()
  .transform((text): string | undefined => tidy(text) || undefined)
  .refine(notTooLong, TOO_LONG)
  .optional()
  .meta({ maxLength: MAX_QUERY_CHARS });

/** An optional http or https URL. */
export const optionalUrlParam = optional()
  .transform((text) => text.trim())
  .refine((text) => parseHttpUrl(text) !== null, 'Use an http:// or https:// address.')
  .optional();

const ENGINE_HINT = `Use ${slotSlugs.join(', ')} or all.`;

/** One or more engines, separated by commas or spaces, or as a repeated parameter. Null means all engines. */
export const engineParam = z
  .union([z.string(), z.array(z.string())])
  .transform((given, context): SlotSlug[] | null => {
    const names = [given]
      .flat()
      .flatMap((part) => part.toLowerCase().split(/[\s,]+/))
      .filter(Boolean);
    if (names.length === 0) context.addIssue({ code: 'custom', message: `Name at least one engine. ${ENGINE_HINT}` });
    for (const name of new Set(names)) {
      if (name !== 'all' && !isEngineSlug(name)) {
        context.addIssue({ code: 'custom', message: `Unknown engine "${name.slice(0, 40)}". ${ENGINE_HINT}` });
      }
    }
    return names.includes('all') ? null : slotSlugs.filter((slug) => names.includes(slug));
  })
  .optional()
  .meta({
    description: 'One or more of `engine_a`, `engine_b`, `engine_c`, separated by commas or spaces, or `all`.',
    'x-default': 'all',
    example: 'engine_a,engine_b',
  });

const SAFE_VALUES: Readonly<Record<string, boolean>> = {
  on: true,
  true: true,
  1: true,
  yes: true,
  off: false,
  false: false,
  0: false,
  no: false,
};

export const safeParam = optional()
  .transform((text, context): boolean => {
    const value = Object.hasOwn(SAFE_VALUES, text.toLowerCase()) ? SAFE_VALUES[text.toLowerCase()] : undefined;
    if (value === undefined) context.addIssue({ code: 'custom', message: 'Use on or off.' });
    return value ?? true;
  })
  .optional()
  .meta({ description: 'Safe search: `on` or `off`.', enum: Object.keys(SAFE_VALUES), 'x-default': 'on' });

export const langParam = optional()
  .refine(
    (text) => text === '' || LANGUAGE_TAG.test(text),
    'Use a language tag such as en, de or pt-BR, or leave it empty.',
  )
  .optional()
  .meta({ description: 'Language tag (BCP 47). Empty means automatic.', 'x-default': '', example: 'en' });

export const timeZoneParam = optional()
  .refine(isTimeZone, 'Use a time zone such as Europe/Berlin or UTC.')
  .transform((text): string | undefined => text || undefined)
  .optional()
  .meta({ description: 'Time zone of the user (IANA name).', 'x-default': 'UTC', example: 'Europe/Berlin' });

/** An integer from `min` to `max`. */
export const integerParam = (min: number, max = Number.POSITIVE_INFINITY) =>
  optional()
    .regex(/^[+-]?\d{1,15}$/, 'A valid integer is required.')
    .transform(Number)
    .refine(
      (value) => value >= min && value <= max,
      Number.isFinite(max) ? `Use a number from ${min} to ${max}.` : `Use a number from ${min}.`,
    )
    .optional();

/** A decimal number from `min` to `max`. `text` keeps the number as sent, because the reply repeats it. */
export const decimalParam = (min: number, max: number) =>
  optional()
    .transform((text) => text.trim())
    .refine((text) => /^[+-]?(\d{1,20}(\.\d{0,20})?|\.\d{1,20})$/.test(text), 'A valid number is required.')
    .transform((text) => ({ text, value: Number(text) }))
    .refine(({ value }) => value >= min && value <= max, `Use a number from ${min} to ${max}.`)
    .optional();

/** The last page that can be requested. */
export const MAX_PAGE = 50;

export const pageParam = integerParam(1, MAX_PAGE).meta({
  description: 'Number of the results page.',
  type: 'integer',
  minimum: 1,
  maximum: MAX_PAGE,
  'x-default': 1,
});

export const dateParam = optional()
  .pipe(z.enum(freshnesses, 'Use d (day), w (week), m (month) or y (year).'))
  .optional()
  .meta({ description: 'Only results from the last day, week, month or year.', enum: freshnesses, example: 'y' });

export const detailParam = optional()
  .pipe(z.literal('full', 'Use full, or leave it out.'))
  .optional()
  .meta({
    description: "`full` adds each engine's outcome, and ranks, scores, and dates or image details to the results.",
    enum: ['full'],
  });

function isEngineSlug(name: string): name is SlotSlug {
  return (slotSlugs as readonly string[]).includes(name);
}

/** Valid zone names, cached because the check takes longer than many answers. Bounded, as names may be in any case. */
const knownZones = new LRUCache<string, true>({ max: 1_000 });

function isTimeZone(text: string): boolean {
  if (text === '' || knownZones.has(text)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
  } catch {
    // A RangeError: no such zone.
    return false;
  }
  knownZones.set(text, true);
  return true;
}

/** A language of two or three letters, with an optional script and region; `english` would be a tag as well. */
const LANGUAGE_TAG = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i;

/**
 * For checks across parameters. They run even when one parameter is invalid, so that one reply reports every problem.
 * The values they get may therefore be of any type.
 */
export const reportTogether = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};

/** The parameters of a search tab, in the API and on the search page. */
export const searchParams = z.object({
  q: qParam,
  engine: engineParam,
  safe: safeParam,
  lang: langParam,
  page: pageParam,
  date: dateParam,
});
/** The parameters of a search tab, after validation. */
export type SearchParams = z.infer<typeof searchParams>;
