import { z } from 'zod';
import { SANDBOX_MARK } from '../../lib/providers/provider.ts';
import type { Slot } from '../../lib/providers/roster.ts';
import type { SlotSlug } from '../../lib/providers/slot-slugs.ts';
import type { Freshness } from '../../lib/search/query.ts';
import { langParam, qParam } from '../contract/params.ts';
import type { TabName } from '../search/engines.ts';
import { cutIfLong } from './long-query.ts';

/** SearXNG's names for the tabs. */
export const categoryNames = ['general', 'images', 'news', 'videos'] as const;
/** The subcategory of general search in SearXNG. Cherry Studio uses an instance only if engines are in both. */
export const WEB_CATEGORY = 'web';
export type CategoryName = (typeof categoryNames)[number];

const TABS: ReadonlyMap<string, TabName> = new Map([
  ['general', 'web'],
  [WEB_CATEGORY, 'web'],
  ['images', 'images'],
  ['news', 'news'],
  ['videos', 'videos'],
]);
const FRESHNESS: Readonly<Record<'day' | 'week' | 'month' | 'year', Freshness>> = {
  day: 'd',
  week: 'w',
  month: 'm',
  year: 'y',
};
const AUTOMATIC = ['all', 'auto'];
const LEVEL = 'Use 0, 1 or 2.';

/** A parameter that is a number in JSON and a text in an address. */
const asText = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'number' ? String(value) : value), schema);

/** Names, separated by commas, in a repeated parameter or in a list. */
const names = z
  .union([z.string(), z.array(z.string())], 'Use names, separated by commas.')
  .transform((given) =>
    [given]
      .flat()
      .flatMap((part) => part.toLowerCase().split(','))
      .map((name) => name.trim()),
  )
  .optional();

/** The query and its language. */
const queryParams = {
  q: asText(cutIfLong(qParam)),
  language: z.preprocess((given) => (AUTOMATIC.includes(given as string) ? '' : given), langParam).optional(),
};

/** The parameters of a search. */
export const searxngParams = z.object({
  ...queryParams,
  format: z.string('Use json.').optional(),
  pageno: asText(
    z
      .string()
      .regex(/^\d*[1-9]\d*$/, 'Use a whole number of at least 1.')
      .transform(Number),
  ).optional(),
  time_range: z
    .enum(['day', 'week', 'month', 'year'], 'Use day, week, month or year.')
    .transform((range) => FRESHNESS[range])
    .optional(),
  safesearch: asText(z.enum(['0', '1', '2'], LEVEL).transform((level) => level !== '0')).optional(),
  categories: names,
  engines: names,
});
export type SearxngParams = z.infer<typeof searxngParams>;

/** The parameters of suggestions. */
export const autocompleterParams = z.object(queryParams);

/**
 * The tabs to search: those of the categories or, without a known one, those that names of engines tell (`bing images`).
 * Web search if nothing tells.
 */
export function tabsFor({ categories = [], engines = [] }: Pick<SearxngParams, 'categories' | 'engines'>): TabName[] {
  const named = categories.flatMap((name) => TABS.get(name) ?? []);
  const told = named.length > 0 ? named : engines.flatMap(tabOfEngine);
  return told.length > 0 ? [...new Set(told)] : ['web'];
}

function tabOfEngine(name: string): TabName | [] {
  return name === 'youtube' ? 'videos' : (TABS.get(/ (images|news|videos)$/.exec(name)?.[1] ?? '') ?? []);
}

/** The slots of the engines that are named by slot or by display name. Null, which means all, if none is. */
export function slotsNamed(given: readonly string[] = [], slots: readonly Slot[]): SlotSlug[] | null {
  const isNamed = (slot: Slot) =>
    [slot.slug, engineName(slot), ...slot.engines.map(engineName)].some((name) => given.includes(name));
  const named = slots.filter((slot) => slot.engines.length > 0 && isNamed(slot)).map(({ slug }) => slug);
  return named.length > 0 ? named : null;
}

/** SearXNG writes the names of engines in lower case. Clients send them back, so that they have no mark. */
export function engineName({ label }: { label: string }): string {
  return label.replace(SANDBOX_MARK, '').toLowerCase();
}
