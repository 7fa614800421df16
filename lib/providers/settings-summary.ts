import { z } from 'zod';
import type { Config } from '../config/config.ts';
import type { Provider } from './provider.ts';
import { adapters } from './registry.ts';
import { buildRoster, type Slot } from './roster.ts';
import { listProviders } from './status.ts';

/** The providers that the settings of a process configure. It holds no keys, and of addresses only the host. */
export const settingsSummarySchema = z.object({
  /** The engines of the slots; a slot without an engine has one entry without an adapter. */
  slots: z.array(
    z.object({
      slug: z.string(),
      label: z.string(),
      adapter: z.string().nullable(),
      /** Null if the engine lacks its key or address. */
      host: z.string().nullable(),
    }),
  ),
  services: z.array(z.object({ group: z.string(), name: z.string(), host: z.string() })),
  /** The chosen translation backend, configured or not. */
  translate: z.string().nullable(),
});

export type SettingsSummary = z.infer<typeof settingsSummarySchema>;

/** Summarises the settings that decide which providers are called. */
export function summariseSettings(config: Config): SettingsSummary {
  const roster = buildRoster(config);
  return {
    slots: roster.slots.flatMap((slot, index) => summariseSlot(slot, config.slots[index]?.adapters ?? [])),
    services: listProviders(roster)
      .filter(({ provider }) => provider.group !== 'web')
      .map(({ name, provider }) => ({ group: provider.group, name, host: hostOf(provider) })),
    translate: config.translate,
  };
}

function summariseSlot({ slug, label, engines }: Slot, chosen: readonly string[]): SettingsSummary['slots'] {
  if (chosen.length === 0) return [{ slug, label, adapter: null, host: null }];
  return chosen.map((adapter) => {
    const engine = engines.find(({ provider }) => provider.adapter.slug === adapter);
    const name = adapters.get(adapter)?.name ?? adapter;
    return {
      slug: engine?.name ?? slug,
      label: engine?.label ?? name,
      adapter,
      host: engine ? hostOf(engine.provider) : null,
    };
  });
}

function hostOf({ settings }: Provider): string {
  return new URL(settings.url.replace('{lang}', '*')).host;
}
