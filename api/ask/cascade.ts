import { notInJob } from '../../jobs/in-flight-call.ts';
import type { Deadline } from '../../lib/deadline.ts';
import { type Outcome, skipped } from '../../lib/outcome.ts';
import type { Provider } from '../../lib/providers/provider.ts';

/** Providers that are asked in stages: the next ones only if those before found too little. */
export interface Cascade {
  stages: readonly (readonly Provider[])[];
  /** How many results of all stages so far are enough. */
  enough: number;
}

/** When a provider of a later stage is asked. */
export interface Turn {
  /** The providers of all stages before it. */
  before: readonly Provider[];
  enough: number;
  /** How long they have. */
  waitMs: number;
  /** After this time, nobody waits for it. */
  untilMs: number;
}

type AskOne<T> = (provider: Provider) => Promise<Outcome<T>>;

/** Who is asked in stages, and what comes of it. */
export interface InStages<T> {
  cascades: readonly Cascade[];
  /** When the requester stops to wait. */
  until: Deadline;
  /** Asks providers, those with a turn only if that comes, where one job can make their calls and those before them. */
  ask(providers: readonly Provider[], turns?: ReadonlyMap<Provider, Turn>): Promise<Outcome<T>>[];
  /** The number of results in an answer. */
  found(value: T): number;
  /** Called for each provider that need not be asked. */
  onSpared(provider: Provider): void;
}

/**
 * Asks the providers, those of the first stages and of no cascade at once. The next stage is asked when those before have
 * failed, or have found too little, or have had their share of the time: an answer that comes later still counts. A worker
 * sees to that, in the same job; if one job cannot have the calls of both stages, they are asked from here.
 */
export function askInStages<T>(providers: readonly Provider[], how: InStages<T>): Promise<Outcome<T>>[] {
  const turns = turnsOf(how);
  // Those of a stage after those before it.
  const all = [...providers.filter((provider) => !turns.has(provider)), ...turns.keys()];
  const asked = how.ask(all, turns);
  const askHere = together((later) => how.ask(later));
  const outcomes = new Map<Provider, Promise<Outcome<T>>>();
  for (const [at, provider] of all.entries()) {
    const turn = turns.get(provider);
    const outcome = asked[at] as Promise<Outcome<T>>;
    const before = turn?.before.map((one) => outcomes.get(one) as Promise<Outcome<T>>) ?? [];
    outcomes.set(provider, turn ? inItsTurn(provider, outcome, before, turn, { ...how, askHere }) : outcome);
  }
  return providers.map((provider) => outcomes.get(provider) as Promise<Outcome<T>>);
}

/** The providers of later stages, stage by stage. */
function turnsOf<T>({ cascades, until }: InStages<T>): Map<Provider, Turn> {
  const untilMs = until.leftMs();
  return new Map(
    cascades.flatMap(({ stages, enough }) =>
      stages.slice(1).flatMap((stage, at) => {
        const turn = {
          before: stages.slice(0, at + 1).flat(),
          enough,
          // Each stage has an equal share of the time.
          waitMs: (untilMs * (at + 1)) / stages.length,
          untilMs,
        };
        return stage.map((provider) => [provider, turn] as const);
      }),
    ),
  );
}

/** The outcome of a provider of a later stage: of its call in the job of those before, or of one that is begun here. */
async function inItsTurn<T>(
  provider: Provider,
  asked: Promise<Outcome<T>>,
  before: readonly Promise<Outcome<T>>[],
  { enough, waitMs }: Turn,
  { until, askHere, found, onSpared }: InStages<T> & { askHere: AskOne<T> },
): Promise<Outcome<T>> {
  let total = 0;
  for (const outcome of before) {
    void outcome.then((ended) => {
      if (ended.ok) total += found(ended.value);
    });
  }
  let turnAt = performance.now();
  const timeIsOver = within(waitMs, Promise.all(before)).then(() => {
    turnAt = performance.now();
  });
  const outcome = await asked;
  // What it took is told from its turn, as for a call that is begun then.
  const ms = Math.min(outcome.ms, performance.now() - turnAt);
  if (outcome.ok || outcome.failure.code !== 'skipped') return { ...outcome, ms };
  if (outcome.failure !== notInJob) {
    onSpared(provider);
    return skipped(outcome.failure.reason);
  }
  await timeIsOver;
  if (total < enough && until.leftMs() > 0) return askHere(provider);
  onSpared(provider);
  return skipped(`${provider.adapter.name} was not needed`);
}

/** Asks the providers that are given to it one by one in a turn of the event loop all at once. */
function together<T>(ask: (providers: readonly Provider[]) => Promise<Outcome<T>>[]): AskOne<T> {
  const given: Provider[] = [];
  let asking: Promise<ReadonlyMap<Provider, { outcome: Promise<Outcome<T>> }>> | undefined;
  const askAll = async () => {
    await new Promise(setImmediate);
    asking = undefined;
    const providers = given.splice(0);
    const outcomes = ask(providers);
    return new Map(providers.map((provider, at) => [provider, { outcome: outcomes[at] as Promise<Outcome<T>> }]));
  };
  return async (provider) => {
    given.push(provider);
    asking ??= askAll();
    return (await asking).get(provider)?.outcome as Promise<Outcome<T>>;
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
