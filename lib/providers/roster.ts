import { createHash } from 'node:crypto';
import type { Config, SlotConfig } from '../config.ts';
import type { Adapter, ProviderSettings } from './provider.ts';
import { adapters } from './registry.ts';

/** An adapter with the settings of this deployment: something that can be called. */
export interface Provider {
  slug: string;
  adapter: Adapter;
  settings: ProviderSettings;
  concurrency: number;
  /** 0 = its answers are not kept. */
  cacheTtlS: number;
  /** Its name in cache keys. Another address is another cache: the sandbox's answers never pass for the real ones. */
  cacheName: string;
}

/** A slot of the wire (`engine_a`), with its provider if that is configured. */
export interface Slot {
  slug: string;
  label: string;
  provider: Provider | null;
}

/** Who can be called on this deployment. */
export interface Roster {
  slots: readonly Slot[];
  /** Configured ones only, each once. */
  providers: ReadonlyMap<string, Provider>;
}

export function buildRoster(config: Config): Roster {
  const slots = config.slots.map((slot) => ({
    slug: slot.slug,
    label: slot.label,
    provider: providerFor(slot, config),
  }));
  const providers = slots.flatMap(({ provider }) => (provider ? [provider] : []));
  return { slots, providers: new Map(providers.map((provider) => [provider.slug, provider])) };
}

/** Null when the slot is empty or its adapter lacks its key or address. */
function providerFor(slot: SlotConfig, config: Config): Provider | null {
  if (slot.adapter === null) return null;
  const adapter = adapters.get(slot.adapter);
  if (!adapter) throw new Error(`There is no adapter "${slot.adapter}".`);
  const set = config.adapters[adapter.slug] ?? { apiKey: '', url: '' };
  const apiKey = set.apiKey || (slot.chosen ? (adapter.publicApiKey ?? '') : '');
  if (set.url === '' || (adapter.apiKey === 'required' && apiKey === '')) return null;
  return {
    slug: adapter.slug,
    adapter,
    settings: { url: set.url, apiKey, userAgent: userAgent(config.contact) },
    concurrency: slot.concurrency,
    cacheTtlS: Math.min(config.cacheTtlS, adapter.cacheCeilingS ?? Number.POSITIVE_INFINITY),
    cacheName: `${adapter.slug}.${createHash('sha256').update(set.url).digest('base64url').slice(0, 8)}`,
  };
}

function userAgent(contact: string): string {
  return contact ? `Tributary/0.1 (${contact})` : 'Tributary/0.1 (self-hosted metasearch)';
}
