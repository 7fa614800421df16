import { z } from 'zod';
import type { Budget } from '../budgets/budget.ts';
import { type Rate, withinRate } from '../limits/rate.ts';
import {
  type Adapter,
  type EngineGroup,
  engineGroups,
  type OperationName,
  type ProviderGroup,
} from '../providers/adapter.ts';
import { adapters, engineSlugs } from '../providers/registry.ts';
import { type SlotSlug, slotSlugs } from '../providers/slot-slugs.ts';
import {
  amount,
  apiKey,
  budgetOf,
  groupOf,
  httpUrl,
  integer,
  namesFrom,
  oneOf,
  rate,
  serviceUrl,
  stagesOf,
  weight,
} from './config-values.ts';
import { type Environment, isSet, type ReadSetting } from './settings-reader.ts';

/** The settings that decide which providers are called, and how. */
export interface EngineConfig {
  slots: SlotConfig[];
  /** Adapters that suggest completions, in the order in which they are tried. */
  suggest: string[];
  /** The translation adapter, or null. */
  translate: string | null;
  /** Settings of each adapter, by its slug. */
  adapters: Record<string, AdapterConfig>;
}

/** The configuration of one of the three engine slots. */
export interface SlotConfig {
  slug: SlotSlug;
  /** The engines of the slot. Empty if the setting is invalid, or if the default engine is in another slot. */
  adapters: string[];
  /** The stage of each: those of the next one are asked only if those before found too little. */
  stageOf: Readonly<Record<string, number>>;
  /** How many results of the stages so far are enough. */
  enough: number;
  /** Whether the operator chose the engines, with `ENGINE_A=…` or `ENGINES=…`, instead of leaving the default. */
  chosen: boolean;
  /** The name that `ENGINE_A_NAME` gives the slot, or empty. */
  name: string;
  concurrency: number;
}

/** The settings of one adapter. */
export interface AdapterConfig {
  /** Empty when unset. */
  apiKey: string;
  /** Empty if the adapter has no address or is turned off. */
  url: string;
  /** Keys of operation groups that have their own key. */
  groupApiKeys: Partial<Record<ProviderGroup, string>>;
  /** Further addresses, by the name of their setting. */
  otherUrls: Record<string, string>;
  /** Settings that only this adapter has, by their names. */
  own: Record<string, string>;
  /** Rate limit for calls of all processes together; null means no limit. */
  rate: Rate | null;
  /** Number of calls at a time in all worker processes together; null means no limit. */
  maxConcurrent: number | null;
  /** What may be spent at it; null means any number of calls. */
  budget: Budget | null;
  /** How long a call may take; null means as long as its operation says. */
  timeoutMs: number | null;
  /** How much its lists of search results count in the merge. */
  weight: number;
}

/**
 * Calls at a time to one provider in one worker process. A worker process makes some 200 calls a second to each of three
 * engines before its CPU core is busy. With engines that take a second, that is 200 calls at a time; with faster ones,
 * fewer.
 */
export const DEFAULT_CONCURRENCY = 200;

/** Fewer results than this, and the next stage of a slot is asked. */
const DEFAULT_ENOUGH = 5;

const DEFAULT_SUGGEST = ['brave', 'duckduckgo', 'wikipedia', 'searxng'];
const DEFAULT_ENGINES: Readonly<Record<SlotSlug, readonly string[]>> = {
  engine_a: ['brave'],
  engine_b: ['mojeek'],
  engine_c: ['marginalia'],
};
/**
 * `ENGINES=keyless`: engines that need no account. Each slot has a general index of the web, and every tab three sources,
 * each in another slot, so that two remain while one of them is spent.
 */
const KEYLESS_ENGINES: Readonly<Record<SlotSlug, readonly string[]>> = {
  engine_a: ['tavily', 'marginalia', 'gdelt', 'sepiasearch'],
  engine_b: ['you', 'mwmbl', 'openverse', 'dailymotion'],
  engine_c: ['keenable', 'wikipedia', 'hackernews', 'stackexchange'],
};

/** The names of groups of engines, each with its engines. */
export const engineGroupsByName: Readonly<Record<string, readonly string[]>> = {
  keyless: Object.values(KEYLESS_ENGINES).flat(),
  ...Object.fromEntries(engineGroups.map((group) => [group, membersOf(group)])),
};

// Made once, because every adapter has these settings.
const CALLS_AT_A_TIME = integer(1, 10_000);
const CALL_MS = integer(500, 60_000);

/** Reads the settings of engines and other providers. */
export function readEngines(read: ReadSetting, env: Environment, contact: string, problems: string[]): EngineConfig {
  const currency = read('BUDGET_CURRENCY', z.string().regex(/^[A-Z]{3}$/, 'must be a code such as EUR'), 'USD');
  const isChosen = (slug: SlotSlug) => isSet(env, slug.toUpperCase());
  const keyless = read('ENGINES', z.literal('keyless', 'must be keyless, or unset'), undefined) !== undefined;
  const slots = slotSlugs.map((slug): SlotConfig => {
    const name = slug.toUpperCase();
    const standard = (keyless ? KEYLESS_ENGINES : DEFAULT_ENGINES)[slug];
    const before = problems.length;
    const stages = read(name, stagesOf(groupOf(engineSlugs, engineGroupsByName)), [standard]);
    return {
      slug,
      adapters: problems.length > before ? [] : stages.flat(),
      stageOf: Object.fromEntries(stages.flatMap((stage, at) => stage.map((adapter) => [adapter, at]))),
      enough: read(`${name}_ENOUGH`, integer(1, 100), DEFAULT_ENOUGH),
      chosen: keyless || isChosen(slug),
      name: read(`${name}_NAME`, z.string().max(60), ''),
      concurrency: read(`${name}_CONCURRENCY`, integer(1, 1_000), DEFAULT_CONCURRENCY),
    };
  });
  problems.push(...resolveDuplicates(slots, isChosen));
  return {
    slots,
    suggest: read('SUGGEST', namesFrom(slugsOf('suggest')), DEFAULT_SUGGEST),
    translate: read('TRANSLATE', oneOf(slugsOf('translate')), null),
    adapters: Object.fromEntries(
      [...adapters].map(([slug, adapter]) => [slug, readAdapter(adapter, contact, currency, read)]),
    ),
  };
}

function readAdapter(adapter: Adapter, contact: string, currency: string, read: ReadSetting): AdapterConfig {
  const name = adapter.slug.toUpperCase();
  const readKey = (setting: string) => read(setting, apiKey, '');
  const budget = read(`${name}_BUDGET`, budgetOf, null);
  const price = read(`${name}_PRICE`, amount, null as number | null);
  const set: AdapterConfig = {
    apiKey: adapter.apiKey === 'none' ? '' : readKey(`${name}_API_KEY`),
    url: read(`${name}_URL`, serviceUrl, adapter.defaultUrl ?? ''),
    groupApiKeys: mapped(adapter.groupApiKeys ?? {}, (_group, setting) => readKey(setting)),
    rate: read(`${name}_RATE`, rate, null),
    maxConcurrent: read(`${name}_MAX_CONCURRENT`, CALLS_AT_A_TIME, null as number | null),
    budget: budget || price !== null ? { day: null, month: null, ...budget, price, currency } : null,
    timeoutMs: read(`${name}_TIMEOUT_MS`, CALL_MS, null as number | null),
    weight: engineSlugs.includes(adapter.slug) ? read(`${name}_WEIGHT`, weight, adapter.weight ?? 1) : 1,
    otherUrls: mapped(adapter.otherUrls ?? {}, (setting, standard) => read(setting, httpUrl, standard)),
    own: mapped(adapter.ownSettings ?? {}, (setting, { schema, standard }) => read(setting, schema, standard)),
  };
  // The limits of a public service cannot be raised by a setting. They are for those without a key of their own.
  const isAnyone = set.apiKey === '' || set.apiKey === adapter.publicApiKey;
  if (isAnyone && isPublic(set.url, adapter.defaultUrl)) {
    const { publicRate, contactRate = publicRate, publicMaxConcurrent = null } = adapter;
    set.rate = withinRate(set.rate, (contact === '' ? publicRate : contactRate) ?? null);
    set.maxConcurrent = smaller(set.maxConcurrent, publicMaxConcurrent);
  }
  return set;
}

/**
 * Resolves engines that are in two slots. Two slots that are set to the same engine are an error, because the engine
 * would agree with itself. A default engine that the operator assigned to another slot leaves its own slot.
 */
function resolveDuplicates(slots: SlotConfig[], isChosen: (slug: SlotSlug) => boolean): string[] {
  const problems: string[] = [];
  const taken = new Map<string, SlotSlug>();
  for (const { slug, adapters } of slots.filter((slot) => isChosen(slot.slug))) {
    for (const adapter of adapters) {
      const other = taken.get(adapter);
      if (other) problems.push(`${slug.toUpperCase()}: ${adapter} is already assigned to ${other.toUpperCase()}`);
      else taken.set(adapter, slug);
    }
  }
  for (const slot of slots) {
    if (!isChosen(slot.slug)) slot.adapters = slot.adapters.filter((adapter) => !taken.has(adapter));
  }
  return problems;
}

function membersOf(group: EngineGroup): string[] {
  return [...adapters.values()].filter(({ groups }) => groups?.includes(group)).map(({ slug }) => slug);
}

/** The slugs of the adapters that have this operation. */
function slugsOf(operation: OperationName): string[] {
  return [...adapters.values()].filter(({ operations }) => operations[operation]).map(({ slug }) => slug);
}

/**
 * Whether an address is that of the public service. Compares hosts only: case, port, scheme, a trailing dot and the
 * language make no difference.
 */
function isPublic(url: string, standard: string | null): boolean {
  if (url === '' || standard === null) return false;
  const host = (address: string) => new URL(address.replace('{lang}', 'en')).hostname.replace(/\.$/, '');
  return standard.includes('{lang}')
    ? host(url).replace(/^[^.]+/, '') === host(standard).replace(/^[^.]+/, '')
    : host(url) === host(standard);
}

function smaller(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

function mapped<T>(record: Readonly<Record<string, T>>, to: (name: string, value: T) => string) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(name, value)]));
}
