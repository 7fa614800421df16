import { type BudgetStatus, emptyUntil, readBudgets } from '../budgets/budget-status.ts';
import type { Redis } from '../redis/redis.ts';
import { type Adapter, type OperationName, operationGroups } from './adapter.ts';
import { unknownHealth } from './breaker.ts';
import { missingContact } from './contact.ts';
import { readHealth } from './health.ts';
import { pauseAt, readPauses } from './pause.ts';
import type { Provider } from './provider.ts';
import type { Roster } from './roster.ts';

/** The status of a provider, with the fields of the contract. */
export interface ProviderStatus {
  slug: string;
  name: string;
  group: string;
  monitor: 'query' | 'probe';
  state: 'up' | 'down' | 'unknown';
  checked_at: string;
  last_ok_at: string;
  last_error: string;
  source: '';
}

/** The status of a provider in full detail. */
export interface DetailedStatus extends ProviderStatus {
  /** Until when it is not called; empty if it is. */
  open_until: string;
  /** Which setting limits it; absent if none does. */
  note?: string;
  /** Why an administrator has paused it, and until when: ISO 8601, or empty until it is resumed. Absent if nobody has. */
  pause?: { reason: string; until: string };
  /** What was spent at it; absent if it has no budget. */
  budget?: BudgetStatus;
}

/** A provider with its public name: engines have the name of their slot, all others that of their adapter. */
export interface ListedProvider {
  slug: string;
  name: string;
  provider: Provider;
}

/** Lists every configured provider: engines in slot order, then the others. */
export function listProviders({ slots, providers }: Roster): ListedProvider[] {
  const engines = slots.flatMap((slot) =>
    slot.engines.map(({ name, label, provider }) => ({ slug: name, name: label, provider })),
  );
  const others = [...providers.values()]
    .filter(({ group }) => group !== 'web')
    .map((provider) => ({ slug: serviceSlug(provider), name: provider.name, provider }));
  return [...engines, ...others];
}

/** The adapter's slug, for its first group. A further group has the provider's id, as a slug names one provider. */
function serviceSlug({ id, group, adapter }: Provider): string {
  return group === firstService(adapter) ? adapter.slug : id;
}

/** The group that has the adapter's slug whatever is configured: suggestions come after all other services. */
function firstService({ operations }: Adapter): string {
  const groups = Object.keys(operations).map((name) => operationGroups[name as OperationName]);
  return groups.find((group) => group !== 'web' && group !== 'suggest') ?? 'suggest';
}

/** Reads the status of every configured provider; `now` is the time of the Redis clock. */
export async function providerStatus(redis: Redis, roster: Roster, now: number): Promise<DetailedStatus[]> {
  const { providers } = roster;
  const [health, budgets, pauses] = await Promise.all([
    readHealth(redis, [...providers.keys()]),
    readBudgets(redis, providers.values(), now),
    readPauses(redis),
  ]);
  return listProviders(roster).map(({ slug, name, provider }) => {
    const record = health.get(provider.id) ?? unknownHealth;
    const note = missingContact(provider);
    const budget = provider.budget && budgets.get(provider.limitedAs);
    const pause = pauseAt(pauses.get(provider.id), now);
    return {
      slug,
      name,
      group: provider.group,
      monitor: provider.monitor,
      state: record.state,
      checked_at: time(record.checkedAt),
      last_ok_at: time(record.lastOkAt),
      last_error: record.lastError,
      source: '',
      open_until: time(
        Math.max(
          record.openUntil,
          record.pausedUntil > now ? record.pausedUntil : 0,
          budget ? emptyUntil(budget, now) : 0,
          pause?.until ?? 0,
        ),
      ),
      ...(note !== null && { note }),
      ...(budget && { budget }),
      ...(pause && { pause: { reason: pause.reason, until: time(pause.until) } }),
    };
  });
}

/** A status without what only `detail=full` adds. */
export function withoutDetail({ open_until, note, budget, pause, ...status }: DetailedStatus): ProviderStatus {
  return status;
}

function time(ms: number): string {
  return ms === 0 ? '' : new Date(ms).toISOString();
}
