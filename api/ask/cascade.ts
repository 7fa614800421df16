import { Deadline } from '../../lib/deadline.ts';
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
  /** The end of the calls of the first stages. */
  deadline: Deadline;
  /** When the requester stops to wait. */
  until: Deadline;
  ask(providers: readonly Provider[], deadline: Deadline): Promise<Outcome<T>>[];
  /** The number of results in an answer. */
  found(value: T): number;
  /** Called when providers of a later stage are asked, before any of them has answered. */
  onStage?: ((providers: readonly Provider[]) => void) | undefined;
  /** Called for each provider that need not be asked. */
  onSpared(provider: Provider): void;
}

/**
 * Asks the providers, those of the first stages and of no cascade at once. The next stage is asked when those before have
 * failed, or have found too little, or have had their share of the time: an answer that comes later still counts. Its
 * deadline begins with its turn, so that it has as much time to wait for its engines as any search that begins then.
 */
export function askInStages<T>(providers: readonly Provider[], how: InStages<T>): Promise<Outcome<T>>[] {
  const later = new Set(how.cascades.flatMap(({ stages }) => stages.slice(1).flat()));
  const first = providers.filter((provider) => !later.has(provider));
  const asked = how.ask(first, how.deadline);
  const outcomes = new Map(first.map((provider, at) => [provider, asked[at] as Promise<Outcome<T>>]));
  for (const cascade of how.cascades) askLater(cascade, outcomes, how);
  return providers.map((provider) => outcomes.get(provider) as Promise<Outcome<T>>);
}

/** Adds the outcomes of the later stages of a cascade to those of its first. */
function askLater<T>(
  { stages, enough }: Cascade,
  outcomes: Map<Provider, Promise<Outcome<T>>>,
  { until, ask, found, onStage, onSpared }: InStages<T>,
): void {
  const untilMs = until.leftMs();
  const before: Promise<Outcome<T>>[] = [];
  let total = 0;
  for (const [at, stage] of stages.entries()) {
    const askedHere = stage.filter((provider) => !outcomes.has(provider));
    if (askedHere.length > 0) {
      // Each stage has an equal share of the time.
      const isNeeded = settledWithin((untilMs * at) / stages.length, [...before]).then(
        () => total < enough && until.leftMs() > 0,
      );
      const asked = isNeeded.then((needed) => {
        if (!needed) return null;
        onStage?.(askedHere);
        return ask(askedHere, Deadline.in(until.leftMs())).map((outcome) => ({ outcome }));
      });
      for (const [index, provider] of askedHere.entries()) {
        const outcome = asked.then((calls) => {
          if (calls) return (calls[index] as { outcome: Promise<Outcome<T>> }).outcome;
          onSpared(provider);
          return skipped(`${provider.adapter.name} was not needed`);
        });
        outcomes.set(provider, outcome);
      }
    }
    for (const provider of stage) {
      const outcome = outcomes.get(provider) as Promise<Outcome<T>>;
      before.push(outcome);
      void outcome.then((ended) => {
        if (ended.ok) total += found(ended.value);
      });
    }
  }
}

/** Resolves when all of these have settled, or after this time. None of them rejects. */
function settledWithin(ms: number, awaited: readonly Promise<unknown>[]): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void Promise.all(awaited).then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
