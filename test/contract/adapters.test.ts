import { describe, expect, it } from 'vitest';
import type { AdapterOperationName } from '../../lib/providers/adapter.ts';
import { adapters } from '../../lib/providers/registry.ts';
import { type AdapterContract, describeAdapter } from './adapter-contract.ts';
import { braveContracts } from './brave.ts';
import { deeplContracts } from './deepl.ts';
import { dictionaryContracts } from './dictionary.ts';
import { duckduckgoContracts } from './duckduckgo.ts';
import { exaContracts } from './exa.ts';
import { frankfurterContracts } from './frankfurter.ts';
import { gdeltContracts } from './gdelt.ts';
import { hackernewsContracts } from './hackernews.ts';
import { kagiContracts } from './kagi.ts';
import { libretranslateContracts } from './libretranslate.ts';
import { marginaliaContracts } from './marginalia.ts';
import { mediawikiContracts } from './mediawiki.ts';
import { mojeekContracts } from './mojeek.ts';
import { mwmblContracts } from './mwmbl.ts';
import { nominatimContracts } from './nominatim.ts';
import { openMeteoContracts } from './open-meteo.ts';
import { openverseContracts } from './openverse.ts';
import { photonContracts } from './photon.ts';
import { searxngContracts } from './searxng.ts';
import { sepiasearchContracts } from './sepiasearch.ts';
import { serperContracts } from './serper.ts';
import { stackexchangeContracts } from './stackexchange.ts';
import { tavilyContracts } from './tavily.ts';
import { wikipediaContracts } from './wikipedia.ts';

const contracts = [
  ...braveContracts,
  ...mojeekContracts,
  ...marginaliaContracts,
  ...searxngContracts,
  ...wikipediaContracts,
  ...mediawikiContracts,
  ...kagiContracts,
  ...serperContracts,
  ...gdeltContracts,
  ...openverseContracts,
  ...sepiasearchContracts,
  ...mwmblContracts,
  ...hackernewsContracts,
  ...tavilyContracts,
  ...exaContracts,
  ...duckduckgoContracts,
  ...stackexchangeContracts,
  ...nominatimContracts,
  ...photonContracts,
  ...libretranslateContracts,
  ...deeplContracts,
  ...openMeteoContracts,
  ...frankfurterContracts,
  ...dictionaryContracts,
];

describe('the registry', () => {
  it('has a contract for every operation of every adapter', () => {
    const known = [...adapters.values()].flatMap(({ slug, operations }) =>
      Object.keys(operations).map((operation) => `${slug} ${operation}`),
    );
    expect(contracts.map(({ adapter, operation }) => `${adapter.slug} ${operation}`).sort()).toEqual(known.sort());
  });

  it.each([...adapters.values()])('lists $slug by its slug, with a display name and an https URL', (adapter) => {
    expect(adapters.get(adapter.slug)).toBe(adapter);
    expect(adapter.name).toMatch(/\S/);
    if (adapter.defaultUrl !== null) expect(adapter.defaultUrl).toMatch(/^https:\/\/.*[^/]$/);
    for (const url of Object.values(adapter.otherUrls ?? {})) expect(url).toMatch(/^https:\/\/.*[^/]$/);
    if (adapter.cacheCeilingS !== undefined) expect(adapter.cacheCeilingS).toBeGreaterThan(0);
  });
});

for (const contract of contracts) describeAdapter(contract as AdapterContract<AdapterOperationName>);
