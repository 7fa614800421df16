import { createHash } from 'node:crypto';
import type { Config } from '../config.ts';
import { DEFAULT_CONCURRENCY, type SlotConfig } from '../config-engines.ts';
import type { Rate } from '../limits/rate.ts';
import { pageReadingSchema, readInputSchema } from '../pages/read-operation.ts';
import { pictureInputSchema, pictureReplySchema } from '../pictures/picture-operation.ts';
import {
  type Adapter,
  type OperationName,
  operationGroups,
  operationNames,
  type ProviderGroup,
  type ProviderSettings,
} from './adapter.ts';
import { adapters } from './registry.ts';
import type { SlotSlug } from './slot-slugs.ts';

/**
 * A callable provider: an adapter in one group, with the settings of this deployment. Brave's searches and Brave's
 * suggestions are two providers, with separate keys, timeouts, places and breakers.
 */
export interface Provider {
  /** Name of its health record, and in jobs and logs: `brave`, `brave-suggest`, `wikipedia-cards`. */
  id: string;
  /** Display name. Where the sandbox stands in, it says so. */
  name: string;
  group: ProviderGroup;
  adapter: Adapter;
  settings: ProviderSettings;
  /** Number of calls at a time in one worker process. */
  concurrency: number;
  /** Number of calls at a time in all worker processes together; null means no limit. */
  maxConcurrent: number | null;
  /** Cache time of its answers unless the operation sets one; 0 means no cache. */
  cacheTtlS: number;
  /** How long its lists of results may be served when no engine answers; 0 means never. */
  staleTtlS: number;
  /** Rate limit for calls of all processes together; null means no limit. */
  rate: Rate | null;
  /**
   * The provider in whose name calls are limited: itself, or the first of its adapter if a public service limits what all
   * of them call together.
   */
  limitedAs: string;
  /** How much its lists of search results count in the merge. */
  weight: number;
  /** Whether its state comes from real calls only, or also from probes. */
  monitor: 'query' | 'probe';
  /** Whether the sandbox stands in for it. */
  sandboxed: boolean;
  /** Name in cache keys. It depends on the addresses and on settings of its own, so that answers of the sandbox are never served as real ones. */
  cacheName: string;
}

/** An engine in a slot. */
export interface SlotEngine {
  /** Public name: that of the slot, or `engine_c.mwmbl` if the slot has several engines. */
  name: string;
  label: string;
  provider: Provider;
}

/** An engine slot of the API (`engine_a`), with the engines that are configured. */
export interface Slot {
  slug: SlotSlug;
  label: string;
  /** Empty if none is configured. */
  engines: readonly SlotEngine[];
}

/** The providers of this deployment. */
export interface Roster {
  slots: readonly Slot[];
  /** Suggestion providers in the order in which they are tried. */
  suggest: readonly Provider[];
  /** Configured providers by id. */
  providers: ReadonlyMap<string, Provider>;
  /**
   * The configured providers, and all others that the settings have an address and a key for. A worker calls any of
   * them, so that web processes can change their engines without it.
   */
  callable: ReadonlyMap<string, Provider>;
  /** What reads pages; null if that is switched off. */
  pages: Provider | null;
  /** What fetches the pictures of result pages; null if browsers load them from their sites. */
  pictures: Provider | null;
  /** The providers of an operation, except engines and suggestions, in the order in which they are called. */
  serving(operation: OperationName): readonly Provider[];
}

/** Groups without probes, because engines and suggestions bill or limit calls; only real searches show their state. */
const SPARED_GROUPS: readonly ProviderGroup[] = ['web', 'suggest'];
/** Pages in progress in one worker process: most wait for their host, or for the network. */
const PAGES_AT_A_TIME = 200;
const readOperation = { input: readInputSchema, output: pageReadingSchema };
const pictureOperation = { input: pictureInputSchema, output: pictureReplySchema };
/** Marks the names of providers that the sandbox stands in for, so that nobody takes its answers for real ones. */
export const SANDBOX_MARK = ' (sandbox)';
const SERVICE_GROUPS: readonly ProviderGroup[] = ['cards', 'maps', 'instant'];

/** Builds the providers from the configuration. */
export function buildRoster(config: Config): Roster {
  const slots = config.slots.map((slot) => slotFrom(slot, config));
  const engines = slots.flatMap((slot) => slot.engines.map(({ provider }) => provider));
  const suggest = config.suggest.flatMap((slug) => providerOf(adapterOf(slug), 'suggest', config) ?? []);
  const translators = config.translate === null ? [] : [providerOf(adapterOf(config.translate), 'translate', config)];
  const services = SERVICE_GROUPS.flatMap((group) =>
    [...adapters.values()]
      .filter((adapter) => serves(adapter, group))
      .sort((one, other) => rank(one, group) - rank(other, group))
      .flatMap((adapter) => providerOf(adapter, group, config) ?? []),
  );
  const others = [...services, ...translators.flatMap((provider) => provider ?? [])];
  const configured = [...engines, ...suggest, ...others];
  const pages = config.extract.enabled ? ownProvider('pages', 'Pages', { read: readOperation }, config) : null;
  const pictures = config.imageProxy
    ? ownProvider('pictures', 'Pictures', { picture: pictureOperation }, config)
    : null;
  return {
    slots,
    suggest,
    providers: byId(configured),
    callable: byId([...everyProvider(config), ...configured, ...[pages, pictures].flatMap((own) => own ?? [])]),
    pages,
    pictures,
    serving: (operation) =>
      others.filter(({ adapter, group }) => group === operationGroups[operation] && adapter.operations[operation]),
  };
}

function byId(providers: readonly Provider[]): Map<string, Provider> {
  return new Map(providers.map((provider) => [provider.id, provider]));
}

/** Every adapter in each of its groups, as far as the settings have its address and key. */
function everyProvider(config: Config): Provider[] {
  const groups = [...new Set(Object.values(operationGroups))];
  return [...adapters.values()].flatMap((adapter) =>
    groups
      .filter((group) => serves(adapter, group))
      .flatMap((group) => providerOf(adapter, group, config, adapter.publicApiKey) ?? []),
  );
}

/** Cache time of an operation's answers; 0 means no cache. `CACHE_TTL_S=0` disables every cache. */
export function cacheTtlS(provider: Provider, operation: OperationName): number {
  return provider.cacheTtlS === 0 ? 0 : (provider.adapter.operations[operation]?.cacheTtlS ?? provider.cacheTtlS);
}

/** How long an operation's answers stay in Redis: those of searches for longer than they are fresh. */
export function keptS(provider: Provider, operation: OperationName): number {
  const freshS = cacheTtlS(provider, operation);
  return freshS > 0 && operationGroups[operation] === 'web' ? Math.max(freshS, provider.staleTtlS) : freshS;
}

function serves(adapter: Adapter, group: ProviderGroup): boolean {
  return Object.keys(adapter.operations).some((name) => operationGroups[name as OperationName] === group);
}

/** Services are listed in the order of what they do; those that do the same, in the order of the registry. */
function rank(adapter: Adapter, group: ProviderGroup): number {
  return operationNames.findIndex((name) => operationGroups[name] === group && adapter.operations[name]);
}

/** A slot with those of its engines that have their key and address. */
function slotFrom({ slug, name, adapters, chosen, concurrency }: SlotConfig, config: Config): Slot {
  const engines = adapters.map(adapterOf).flatMap((adapter) => {
    const provider = providerOf(adapter, 'web', config, chosen ? adapter.publicApiKey : undefined);
    return provider ? [{ ...provider, concurrency }] : [];
  });
  const [first] = engines;
  if (first && engines.length === 1) {
    const label = marked(name, first) || first.name;
    return { slug, label, engines: [{ name: slug, label, provider: first }] };
  }
  const members = engines.map((provider) => ({
    name: `${slug}.${provider.adapter.slug}`,
    label: provider.name,
    provider,
  }));
  const label = name || adapters.map((adapter) => adapterOf(adapter).name).join(', ');
  return { slug, label: marked(label, first), engines: members };
}

function marked(name: string, provider: { sandboxed: boolean } | undefined): string {
  return name !== '' && provider?.sandboxed ? `${name}${SANDBOX_MARK}` : name;
}

/**
 * A provider that is the worker process itself: it fetches pages or pictures. It has no breaker to speak of, because a
 * page that cannot be read is no failure, and permits of its own for each host.
 */
function ownProvider(
  id: 'pages' | 'pictures',
  name: string,
  operations: Adapter['operations'],
  config: Config,
): Provider {
  return {
    id,
    name,
    group: id,
    adapter: { slug: id, name, defaultUrl: null, apiKey: 'none', operations },
    settings: { url: '', otherUrls: {}, own: {}, apiKey: '', userAgent: userAgent(config.contact) },
    concurrency: PAGES_AT_A_TIME,
    maxConcurrent: null,
    // Pages are cached by their address, not by the question, and pictures by web processes and browsers.
    cacheTtlS: 0,
    staleTtlS: 0,
    rate: null,
    limitedAs: id,
    weight: 1,
    monitor: 'query',
    sandboxed: false,
    cacheName: id,
  };
}

/** Null when the adapter lacks its key or address. */
function providerOf(adapter: Adapter, group: ProviderGroup, config: Config, spareKey = ''): Provider | null {
  const set = config.adapters[adapter.slug];
  if (!set) return null;
  const ownKey = adapter.groupApiKeys?.[group] !== undefined;
  const apiKey = (ownKey ? set.groupApiKeys[group] : set.apiKey) || spareKey;
  if (set.url === '' || (adapter.apiKey === 'required' && apiKey === '')) return null;
  const ceilingS = adapter.cacheCeilingS ?? Number.POSITIVE_INFINITY;
  const id = idOf(adapter, group);
  const sandboxed = config.sandboxUrl !== '' && set.url.startsWith(`${config.sandboxUrl}/`);
  return {
    id,
    name: marked(adapter.name, { sandboxed }),
    group,
    adapter,
    settings: { url: set.url, otherUrls: set.otherUrls, own: set.own, apiKey, userAgent: userAgent(config.contact) },
    concurrency: DEFAULT_CONCURRENCY,
    maxConcurrent: set.maxConcurrent,
    cacheTtlS: Math.min(config.cacheTtlS, ceilingS),
    staleTtlS: Math.min(config.staleTtlS, ceilingS),
    rate: set.rate,
    limitedAs: set.rate ? idOf(adapter, firstGroup(adapter)) : id,
    weight: set.weight,
    monitor: adapter.probe && config.probeIntervalS > 0 && !SPARED_GROUPS.includes(group) ? 'probe' : 'query',
    sandboxed,
    cacheName: `${adapter.slug}.${fingerprint([set.url, set.otherUrls, set.own])}`,
  };
}

function idOf({ slug }: Adapter, group: ProviderGroup): string {
  return group === 'web' ? slug : `${slug}-${group}`;
}

function firstGroup({ operations }: Adapter): ProviderGroup {
  const [name] = Object.keys(operations) as [OperationName];
  return operationGroups[name];
}

function adapterOf(slug: string): Adapter {
  const adapter = adapters.get(slug);
  if (!adapter) throw new Error(`There is no adapter "${slug}".`);
  return adapter;
}

function fingerprint(settings: unknown): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('base64url').slice(0, 8);
}

/** What this instance calls itself to the servers that it asks. */
export function userAgent(contact: string): string {
  return contact ? `Tributary/0.1 (${contact})` : 'Tributary/0.1 (self-hosted metasearch)';
}
