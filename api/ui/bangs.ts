import type { Slot } from '../../lib/providers/roster.ts';
import type { SlotSlug } from '../../lib/providers/slot-slugs.ts';
import { engineName } from '../dialects/searxng-params.ts';
import { isSiteName, type OwnSite } from './own-sites.ts';
import type { Tab } from './search-address.ts';
import type { WellKnownSite } from './well-known-sites.ts';

/** The bang of each tab. */
export const tabBangs: Readonly<Record<Tab, string>> = {
  web: '!web',
  images: '!i',
  news: '!n',
  videos: '!v',
  maps: '!m',
  translate: '!t',
};

/** What bangs can choose. */
export interface BangChoices {
  tabs: readonly Tab[];
  slots: readonly Slot[];
  sites: readonly OwnSite[];
  /** Finds a well-known site by its name; absent if the visitor wants none. */
  siteNamed?: ((name: string) => WellKnownSite | undefined) | undefined;
}

/** A query that asks for a site of the visitor's own list; `site` is null if the list has no such name. */
export interface SiteAsked {
  kind: 'site';
  name: string;
  site: OwnSite | null;
  words: string;
}

/** A query that asks for a well-known site. */
export interface WellKnownAsked {
  kind: 'well-known';
  site: WellKnownSite;
  words: string;
}

/** A query without its bangs, and what they chose. */
export interface SearchAsked {
  kind: 'search';
  q: string;
  tab: Tab | null;
  /** Empty if no engine was chosen. */
  engine: SlotSlug[];
}

const FIRST = /^(!\S+)(?:\s+|$)/u;
const LAST = /(?:^|\s+)(!\S+)$/u;

/**
 * Reads the bangs of a query: words at its beginning or end that choose a tab (`!i`), an engine (`!brave`), a
 * well-known site (`!gh`) or one of the visitor's own list (`!!name`). Of several tabs the last counts; several engines are searched together. All other
 * words stay in the query, also unknown bangs. Null if the query has none.
 */
export function readBangs(query: string, choices: BangChoices): SiteAsked | WellKnownAsked | SearchAsked | null {
  const trimmed = query.trim();
  for (const at of [FIRST, LAST]) {
    const asked = siteIn(trimmed, at, choices.sites) ?? wellKnownIn(trimmed, at, choices);
    if (asked) return asked;
  }
  const first = takenFrom(trimmed, FIRST, choices);
  const last = takenFrom(first.q, LAST, choices);
  const taken = [...first.taken, ...last.taken.reverse()];
  if (taken.length === 0) return null;
  const engine = choices.slots.map(({ slug }) => slug).filter((slug) => taken.some((one) => one.slot === slug));
  return { kind: 'search', q: last.q, tab: taken.findLast(({ tab }) => tab)?.tab ?? null, engine };
}

function siteIn(query: string, at: RegExp, sites: readonly OwnSite[]): SiteAsked | null {
  const word = at.exec(query)?.[1] ?? '';
  const name = word.slice(2).toLowerCase().normalize('NFC');
  if (!word.startsWith('!!') || !isSiteName(name)) return null;
  const site = sites.find((one) => one.name === name) ?? null;
  return { kind: 'site', name, site, words: query.replace(at, '') };
}

/** Tabs and engines come first: whoever runs an engine means it by its name. */
function wellKnownIn(query: string, at: RegExp, choices: BangChoices): WellKnownAsked | null {
  const word = at.exec(query)?.[1] ?? '';
  if (chosenBy(word, choices)) return null;
  const site = choices.siteNamed?.(word.slice(1).toLowerCase());
  return site ? { kind: 'well-known', site, words: query.replace(at, '') } : null;
}

interface Chosen {
  tab?: Tab;
  slot?: SlotSlug;
}

/** Takes known bangs from one end of a query, one after the other. */
function takenFrom(query: string, at: RegExp, choices: BangChoices): { q: string; taken: Chosen[] } {
  const taken: Chosen[] = [];
  let q = query;
  for (;;) {
    const chosen = chosenBy(at.exec(q)?.[1] ?? '', choices);
    if (chosen === null) return { q, taken };
    taken.push(chosen);
    q = q.replace(at, '');
  }
}

function chosenBy(word: string, { tabs, slots }: BangChoices): Chosen | null {
  const bang = word.toLowerCase();
  const tab = tabs.find((name) => tabBangs[name] === bang);
  if (tab) return { tab };
  const slot = slots.find((one) => engineBangs(one).includes(bang));
  return slot ? { slot: slot.slug } : null;
}

/** The bangs that choose a slot: the ids and names of its engines, with dashes for spaces. */
export function engineBangs({ engines }: Slot): string[] {
  const names = engines.flatMap((engine) => [engine.provider.id, engineName(engine).replaceAll(/\s+/gu, '-')]);
  return [...new Set(names)].map((name) => `!${name}`);
}
