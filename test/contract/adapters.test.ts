/// <reference types="vite/types/importMeta.d.ts" />
import { describe, expect, it } from 'vitest';
import type { AdapterOperationName } from '../../lib/providers/adapter.ts';
import { adapters } from '../../lib/providers/registry.ts';
import { type AdapterContract, type AnyContract, describeAdapter } from './adapter-contract.ts';

/** Every list of contracts that a file of this folder exports. */
const files = import.meta.glob<Record<string, unknown>>(['./*.ts', '!./*.test.ts'], { eager: true });
const contracts = Object.values(files)
  .flatMap((exported) => Object.entries(exported))
  .flatMap(([name, list]) => (name.endsWith('Contracts') ? (list as AnyContract[]) : []));

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
