import type { Operation } from '../providers/adapter.ts';
import type { Provider } from '../providers/provider.ts';
import type { Roster } from '../providers/roster.ts';
import type { CallPrices } from '../statistics/usage-counts.ts';

/** What a search costs at each engine whose price is set, by its public name. */
export function callPrices(roster: Roster): CallPrices {
  return new Map(
    roster.slots.flatMap(({ engines }) =>
      engines.flatMap(({ name, provider }) => {
        const { budget } = provider;
        if (budget === null || budget.price === null) return [];
        return [[name, { price: (budget.price * unitsOf(provider)) / 1_000, currency: budget.currency }] as const];
      }),
    ),
  );
}

/** The units of a search, if they are the same for all; else one, as for a call whose adapter does not say. */
function unitsOf({ adapter }: Provider): number {
  const units = (adapter.operations.web as Operation<unknown, unknown> | undefined)?.units;
  return units?.length === 0 ? units(undefined) : 1;
}
