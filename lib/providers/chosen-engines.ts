import type { Config } from '../config/config.ts';
import { adapters } from './registry.ts';
import type { Roster } from './roster.ts';

/** An engine that a slot is set to. */
export interface ChosenEngine {
  /** What `Server-Timing` calls it; of an engine that lacks a setting, its slot. */
  slug: string;
  name: string;
  /** The settings without which it is not called. */
  missing: string[];
  sandboxed: boolean;
}

/** Every engine that the settings of the slots name, with what each lacks. */
export function chosenEngines(config: Config, { slots }: Roster): ChosenEngine[] {
  return config.slots.flatMap(({ slug, adapters: chosen }) => {
    const engines = slots.find((slot) => slot.slug === slug)?.engines ?? [];
    return chosen.map((adapter): ChosenEngine => {
      const engine = engines.find(({ provider }) => provider.adapter.slug === adapter);
      if (engine) {
        const { name, label, provider } = engine;
        return { slug: name, name: label, missing: [], sandboxed: provider.sandboxed };
      }
      return {
        slug,
        name: adapters.get(adapter)?.name ?? adapter,
        missing: lacking(adapter, config),
        sandboxed: false,
      };
    });
  });
}

function lacking(slug: string, config: Config): string[] {
  const [adapter, set] = [adapters.get(slug), config.adapters[slug]];
  const name = slug.toUpperCase();
  return [
    ...(adapter?.apiKey === 'required' && !set?.apiKey ? [`${name}_API_KEY`] : []),
    ...(!set?.url ? [`${name}_URL`] : []),
  ];
}
