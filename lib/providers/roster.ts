import type { Config } from '../config/config.ts';
import type { SlotConfig } from '../config/config-engines.ts';
import { clientInputSchema, clientReplySchema } from '../oauth/client-operation.ts';
import { pageReadingSchema, readInputSchema } from '../pages/read-operation.ts';
import { pictureInputSchema, pictureReplySchema } from '../pictures/picture-operation.ts';
import { mapInputSchema, mapReplySchema } from '../sites/map-operation.ts';
import { type Adapter, type OperationName, operationGroups, operationNames, type ProviderGroup } from './adapter.ts';
import { marked, ownProvider, type Provider, providerOf } from './provider.ts';
import { adapters } from './registry.ts';
import type { SlotSlug } from './slot-slugs.ts';

/** An engine in a slot. */
export interface SlotEngine {
  /** Public name: that of the slot, or `engine_c.mwmbl` if the slot has several engines. */
  name: string;
  label: string;
  provider: Provider;
  /** From 0. Those of a later stage are asked only if those before found too little. */
  stage: number;
}

/** An engine slot of the API (`engine_a`), with the engines that are configured. */
export interface Slot {
  slug: SlotSlug;
  label: string;
  /** Empty if none is configured. */
  engines: readonly SlotEngine[];
  /** How many results of the stages so far are enough. */
  enough: number;
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
  /** What fetches the metadata documents of OAuth clients; null if reading pages is switched off. */
  clients: Provider | null;
  /** The providers of an operation, except engines and suggestions, in the order in which they are called. */
  serving(operation: OperationName): readonly Provider[];
}

const readOperation = { input: readInputSchema, output: pageReadingSchema };
const mapOperation = { input: mapInputSchema, output: mapReplySchema };
const pictureOperation = { input: pictureInputSchema, output: pictureReplySchema };
const clientOperation = { input: clientInputSchema, output: clientReplySchema };
const SERVICE_GROUPS: readonly ProviderGroup[] = ['cards', 'maps', 'instant', 'rerank'];

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
  const pages = config.extract.enabled
    ? ownProvider('pages', 'Pages', { read: readOperation, map: mapOperation }, config)
    : null;
  const pictures = config.imageProxy
    ? ownProvider('pictures', 'Pictures', { picture: pictureOperation }, config)
    : null;
  const clients = config.extract.enabled
    ? ownProvider('clients', 'Clients', { client: clientOperation }, config)
    : null;
  const own = [pages, pictures, clients].flatMap((one) => one ?? []);
  return {
    slots,
    suggest,
    providers: byId(configured),
    callable: byId([...everyProvider(config), ...configured, ...own]),
    pages,
    pictures,
    clients,
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

function serves(adapter: Adapter, group: ProviderGroup): boolean {
  return Object.keys(adapter.operations).some((name) => operationGroups[name as OperationName] === group);
}

/** Services are listed in the order of what they do; those that do the same, in the order of the registry. */
function rank(adapter: Adapter, group: ProviderGroup): number {
  return operationNames.findIndex((name) => operationGroups[name] === group && adapter.operations[name]);
}

/** A slot with those of its engines that have their key and address. */
function slotFrom({ slug, name, adapters, stageOf, enough, chosen, concurrency }: SlotConfig, config: Config): Slot {
  const engines = adapters.map(adapterOf).flatMap((adapter) => {
    const provider = providerOf(adapter, 'web', config, chosen ? adapter.publicApiKey : undefined);
    return provider ? [{ ...provider, concurrency }] : [];
  });
  const [first] = engines;
  if (first && engines.length === 1) {
    const label = marked(name, first) || first.name;
    return { slug, label, engines: [{ name: slug, label, provider: first, stage: 0 }], enough };
  }
  // A stage of which no engine is configured is none.
  const stages = [...new Set(engines.map(({ adapter }) => stageOf[adapter.slug] ?? 0))];
  const members = engines.map((provider) => ({
    name: `${slug}.${provider.adapter.slug}`,
    label: provider.name,
    provider,
    stage: stages.indexOf(stageOf[provider.adapter.slug] ?? 0),
  }));
  const label = name || adapters.map((adapter) => adapterOf(adapter).name).join(', ');
  return { slug, label: marked(label, first), engines: members, enough };
}

function adapterOf(slug: string): Adapter {
  const adapter = adapters.get(slug);
  if (!adapter) throw new Error(`There is no adapter "${slug}".`);
  return adapter;
}
