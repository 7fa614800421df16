import { randomUUID } from 'node:crypto';
import { rulesInput, rulesTextIn } from '../../lib/rules/import.ts';
import type { ProviderClient } from '../ask/provider-client.ts';
import { pagesProvider } from '../lookups/pages.ts';

const DEADLINE_MS = 10_000;

/** Reads a list of rules at an address through a worker and its guards. Rejects with InvalidRules if it cannot. */
export async function readRulesAt(address: string, account: string, providers: ProviderClient): Promise<string> {
  const requester = {
    requestId: randomUUID(),
    account,
    signal: () => new AbortController().signal,
    elapsedMs: () => 0,
    onQueued: () => {},
  };
  const calls = providers.callsFor(requester, DEADLINE_MS);
  const [outcome] = await providers.askAll('read', rulesInput(address), [pagesProvider(providers)], calls);
  return rulesTextIn(outcome);
}
