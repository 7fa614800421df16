import { createHash } from 'node:crypto';
import type { Budget } from '../budgets/budget.ts';
import type { Config } from '../config/config.ts';
import { DEFAULT_CONCURRENCY } from '../config/config-engines.ts';
import type { Rate } from '../limits/rate.ts';
import { isPublicHost } from '../net/public-address.ts';
import {
  type Adapter,
  type OperationName,
  operationGroups,
  type ProviderGroup,
  type ProviderSettings,
} from './adapter.ts';

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
  /** Number of calls of one account at a time in one process; absent if only those of all accounts are limited. */
  perAccount?: number | undefined;
  /** Number of calls at a time in all worker processes together; null means no limit. */
  maxConcurrent: number | null;
  /** How long a call may take; null means as long as its operation says. */
  timeoutMs: number | null;
  /** Cache time of its answers unless the operation sets one; 0 means no cache. */
  cacheTtlS: number;
  /** How long its lists of results may be served when no engine answers; 0 means never. */
  staleTtlS: number;
  /** Rate limit for calls of all processes together; null means no limit. */
  rate: Rate | null;
  /** What may be spent at it; null means any number of calls. */
  budget: Budget | null;
  /**
   * The provider in whose name calls are limited. With a rate limit or a budget, that is the first of its adapter, because services
   * limit what all of them call together; unless this one has a key of its own. Otherwise it is the provider itself.
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

/** Groups without probes, because engines and suggestions bill or limit calls; only real searches show their state. */
const SPARED_GROUPS: readonly ProviderGroup[] = ['web', 'suggest'];
/** Pages in progress in one worker process: most wait for their host, or for the network. */
const PAGES_AT_A_TIME = 200;
/** One account has at most this part of what reads pages, so that its slow pages leave the rest to others. */
const SHARE_OF_ACCOUNT = 1 / 4;
/** Marks the names of providers that the sandbox stands in for, so that nobody takes its answers for real ones. */
export const SANDBOX_MARK = ' (sandbox)';

/**
 * A provider that is the worker process itself: it fetches pages, pictures or the documents of clients. It has no breaker to speak of, because a
 * page that cannot be read is no failure, and permits of its own for each host.
 */
export function ownProvider(
  id: 'pages' | 'pictures' | 'clients',
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
    perAccount: id === 'pages' ? PAGES_AT_A_TIME * SHARE_OF_ACCOUNT : undefined,
    maxConcurrent: null,
    // Pages and pictures may take as long as the request has time.
    timeoutMs: Number.POSITIVE_INFINITY,
    // Pages are cached by their address, not by the question, and pictures by web processes and browsers.
    cacheTtlS: 0,
    staleTtlS: 0,
    rate: null,
    budget: null,
    limitedAs: id,
    weight: 1,
    monitor: 'query',
    sandboxed: false,
    cacheName: id,
  };
}

/** Null when the adapter lacks its key or address. */
export function providerOf(adapter: Adapter, group: ProviderGroup, config: Config, spareKey = ''): Provider | null {
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
    timeoutMs: set.timeoutMs,
    cacheTtlS: Math.min(config.cacheTtlS, ceilingS),
    staleTtlS: Math.min(config.staleTtlS, ceilingS),
    rate: set.rate,
    budget: set.budget,
    limitedAs: (set.rate || set.budget) && !ownKey ? idOf(adapter, firstGroup(adapter)) : id,
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

/** Timeout of a call, even if the request has more time left, unless the operation has another. */
const CALL_TIMEOUT_MS = 3_000;

/** How long a call may take: as the operator set it, else as its operation says. */
export function callTimeoutMs({ timeoutMs }: Provider, operation?: { timeoutMs?: number }): number {
  return timeoutMs ?? operation?.timeoutMs ?? CALL_TIMEOUT_MS;
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

/** The name of a provider, which says so if the sandbox stands in for it. */
export function marked(name: string, provider: { sandboxed: boolean } | undefined): string {
  return name !== '' && provider?.sandboxed ? `${name}${SANDBOX_MARK}` : name;
}

function fingerprint(settings: unknown): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('base64url').slice(0, 8);
}

/** What this instance calls itself to the servers that it asks; `about` is the address of a page about that. */
export function userAgent(contact: string, about = ''): string {
  const who = contact || 'self-hosted metasearch';
  return `Tributary/0.1 (${about === '' ? who : `${who}; +${about}`})`;
}

/** The page that tells the operators of sites who reads them; empty if they could not open it, or should not know of it. */
export function botPage(publicUrl: string): string {
  if (publicUrl === '') return '';
  return isPublicHost(new URL(publicUrl).hostname) ? `${publicUrl}/bot` : '';
}
