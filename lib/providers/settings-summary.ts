import { z } from 'zod';
import type { Config } from '../config.ts';
import { buildRoster, type Provider } from './roster.ts';
import { listProviders } from './status.ts';

/** The providers that the settings of a process configure. It holds no keys, and of addresses only the host. */
export const settingsSummarySchema = z.object({
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
    slots: roster.slots.map(({ slug, label, provider }, index) => ({
      slug,
      label,
      adapter: config.slots[index]?.adapter ?? null,
      host: provider && hostOf(provider),
    })),
    services: listProviders(roster)
      .filter(({ provider }) => provider.group !== 'web')
      .map(({ name, provider }) => ({ group: provider.group, name, host: hostOf(provider) })),
    translate: config.translate,
  };
}

function hostOf({ settings }: Provider): string {
  return new URL(settings.url.replace('{lang}', 'lang')).host;
}
