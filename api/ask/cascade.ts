import type { Deadline } from '../../lib/deadline.ts';
import { type Outcome, skipped } from '../../lib/outcome.ts';
import type { Provider } from '../../lib/providers/provider.ts';

/** Providers that are asked in stages: the next ones only if those before found too little. */
export interface Cascade {
  stages: readonly (readonly Provider[])[];
  /** How many results of all stages so far are enough. */
  enough: number;
}

/** Who is asked in stages, and what comes of it. */
export interface InStages<T> {
  cascades: readonly Cascade[];
  /** When the requester stops to wait. */
  until: Deadline;
  ask(providers: readonly Provider[]): Promise<Outcome<T>>[];
  /** The number of results in an answer. */
  found(value: T): number;
  /** Called for each provider that need not be asked. */
  onSpared(provider: Provider): void;
}

/**
 * Asks the providers, those of the first stages and of no cascade at once. The next stage is asked when those before have
 * failed, or have found too little, or have had their share of the time: an answer that comes later still counts.
 */
export function askInStages<T>(providers: readonly Provider[], how: InStages<T>): Promise<Outcome<T>>[] {
  const later = new Set(how.cascades.flatMap(({ stages }) => stages.slice(1).flat()));
  const first = providers.filter((provider) => !later.has(provider));
  const outcomes = new Map<Provider, Promise<Outcome<T>>>();
  for (const [at, outcome] of how.ask(first).entries()) outcomes.set(first[at] as Provider, outcome);
  for (const { stages, enough } of how.cascades) {
    for (const [at, stage] of stages.entries()) {
      if (at === 0) continue;
      const before = stages.slice(0, at).flatMap((providersBefore) => providersBefore.map((one) => outcomes.get(one)));
      const shares = stages.length - at + 1;
      const asking = askIfNeeded(before as Promise<Outcome<T>>[], stage, { enough, shares }, how);
      for (const [index, provider] of stage.entries()) {
        outcomes.set(
          provider,
          asking.then(({ asked }) => asked[index] as Promise<Outcome<T>>),
        );
      }
    }
  }
  return providers.map((provider) => outcomes.get(provider) as Promise<Outcome<T>>);
}

/** Asks a stage, unless those before have found enough by its turn. Its outcomes are inside an object, to come one by one. */
async function askIfNeeded<T>(
  before: readonly Promise<Outcome<T>>[],
  stage: readonly Provider[],
  { enough, shares }: { enough: number; shares: number },
  { until, ask, found, onSpared }: InStages<T>,
): Promise<{ asked: Promise<Outcome<T>>[] }> {
  let total = 0;
  for (const outcome of before) {
    void outcome.then((ended) => {
      if (ended.ok) total += found(ended.value);
    });
  }
  await within(until.leftMs() / shares, Promise.all(before));
  if (total < enough && until.leftMs() > 0) return { asked: ask(stage) };
  return {
    asked: stage.map((provider) => {
      onSpared(provider);
      return Promise.resolve(skipped(`${provider.adapter.name} was not needed`));
    }),
  };
}

/** Waits for something, at most this long. */
function within(ms: number, awaited: Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    awaited.then(() => {
      clearTimeout(timer);
      resolve();
    }, reject);
  });
}
