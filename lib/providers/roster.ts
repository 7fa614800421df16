import { createHash } from 'node:crypto';
import type { Config, SlotConfig } from '../config.ts';
import type { Rate } from '../limits/rate.ts';
import type { EngineSlug } from './engine-slugs.ts';
import {
  type Adapter,
  type OperationName,
  operationGroups,
  type ProviderGroup,
  type ProviderSettings,
} from './provider.ts';
import { adapters } from './registry.ts';

/**
 * An adapter with the settings of this deployment, in one group: something that can be called. Suggestions by Brave are
 * another provider than searches by Brave: another key, another patience, another queue, another breaker.
 */
export interface Provider {
  /** Name of its queue, its health record and in logs: `brave`, `brave-suggest`, `wikipedia-cards`. */
  id: string;
  group: ProviderGroup;
  adapter: Adapter;
  settings: ProviderSettings;
  concurrency: number;
  /** How long its answers are kept, unless an operation says otherwise; 0 = not at all. */
  cacheTtlS: number;
  /** Calls that all processes together may make; null = as many as they like. */
  rate: Rate | null;
  /** How its state is learned: from real calls, or also by probes. */
  monitor: 'query' | 'probe';
  /** Its name in cache keys. Another address is another cache: the sandbox's answers never pass for the real ones. */
  cacheName: string;
}

/** A slot of the wire (`engine_a`), with its provider if that is configured. */
export interface Slot {
  slug: EngineSlug;
  label: string;
  provider: Provider | null;
}

/** Who can be called on this deployment. */
export interface Roster {
  slots: readonly Slot[];
  /** In the order in which they are tried. */
  suggest: readonly Provider[];
  /** By id: configured ones only, each once. */
  providers: ReadonlyMap<string, Provider>;
  /** The providers besides the engines that can do this, in the order in which they are asked. */
  serving(operation: OperationName): readonly Provider[];
}

const CONCURRENCY = 10;
/** Engines and suggestions bill or limit calls: only real searches tell how they are. */
const SPARED_GROUPS: readonly ProviderGroup[] = ['web', 'suggest'];
const SERVICE_GROUPS: readonly ProviderGroup[] = ['cards', 'maps', 'instant'];

export function buildRoster(config: Config): Roster {
  const slots = config.slots.map((slot) => ({ slug: slot.slug, label: slot.label, provider: engineIn(slot, config) }));
  const engines = slots.flatMap(({ provider }) => provider ?? []);
  const suggest = config.suggest.flatMap((slug) => providerOf(adapterOf(slug), 'suggest', config) ?? []);
  const translators = config.translate === null ? [] : [providerOf(adapterOf(config.translate), 'translate', config)];
  const services = SERVICE_GROUPS.flatMap((group) =>
    [...adapters.values()]
      .filter((adapter) => serves(adapter, group))
      .flatMap((a) => providerOf(a, group, config) ?? []),
  );
  const others = [...services, ...translators.flatMap((provider) => provider ?? [])];
  return {
    slots,
    suggest,
    providers: new Map([...engines, ...suggest, ...others].map((provider) => [provider.id, provider])),
    serving: (operation) =>
      others.filter(({ adapter, group }) => group === operationGroups[operation] && adapter.operations[operation]),
  };
}

/** How long this operation's answers are cached; 0 = not at all. `CACHE_TTL_S=0` disables every cache. */
export function cacheTtlS(provider: Provider, operation: OperationName): number {
  return provider.cacheTtlS === 0 ? 0 : (provider.adapter.operations[operation]?.cacheTtlS ?? provider.cacheTtlS);
}

function serves(adapter: Adapter, group: ProviderGroup): boolean {
  return Object.keys(adapter.operations).some((name) => operationGroups[name as OperationName] === group);
}

/** Null when the slot is empty or its adapter lacks its key or address. */
function engineIn(slot: SlotConfig, config: Config): Provider | null {
  if (slot.adapter === null) return null;
  const adapter = adapterOf(slot.adapter);
  const provider = providerOf(adapter, 'web', config, slot.chosen ? adapter.publicApiKey : undefined);
  return provider && { ...provider, id: adapter.slug, concurrency: slot.concurrency };
}

/** Null when the adapter lacks its key or address. */
function providerOf(adapter: Adapter, group: ProviderGroup, config: Config, spareKey = ''): Provider | null {
  const set = config.adapters[adapter.slug];
  if (!set) return null;
  const ownKey = adapter.groupApiKeys?.[group] !== undefined;
  const apiKey = (ownKey ? set.groupApiKeys[group] : set.apiKey) || spareKey;
  if (set.url === '' || (adapter.apiKey === 'required' && apiKey === '')) return null;
  return {
    id: `${adapter.slug}-${group}`,
    group,
    adapter,
    settings: { url: set.url, otherUrls: set.otherUrls, apiKey, userAgent: userAgent(config.contact) },
    concurrency: CONCURRENCY,
    cacheTtlS: Math.min(config.cacheTtlS, adapter.cacheCeilingS ?? Number.POSITIVE_INFINITY),
    rate: set.rate,
    monitor: adapter.probe && config.probeIntervalS > 0 && !SPARED_GROUPS.includes(group) ? 'probe' : 'query',
    cacheName: `${adapter.slug}.${fingerprint([set.url, set.otherUrls])}`,
  };
}

function adapterOf(slug: string): Adapter {
  const adapter = adapters.get(slug);
  if (!adapter) throw new Error(`There is no adapter "${slug}".`);
  return adapter;
}

function fingerprint(addresses: unknown): string {
  return createHash('sha256').update(JSON.stringify(addresses)).digest('base64url').slice(0, 8);
}

function userAgent(contact: string): string {
  return contact ? `Tributary/0.1 (${contact})` : 'Tributary/0.1 (self-hosted metasearch)';
}
