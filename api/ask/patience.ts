import { Deadline } from '../../lib/deadline.ts';
import type { Failure, Outcome } from '../../lib/outcome.ts';
import type { Provider } from '../../lib/providers/provider.ts';

/** How long a request waits for its calls. What it does not wait for goes on, and fills the cache. */
export interface Patience<T = unknown> extends Omit<Wishes<T>, 'withinMs'> {
  /** At most until then. */
  deadline?: Deadline | undefined;
}

/** What a requester says of its patience. */
export interface Wishes<T> {
  /** At most this long. */
  withinMs?: number | undefined;
  /** Until this many have answered with success. */
  answers?: number | undefined;
  /** Called for each outcome that the request waits for, with the index of its call. */
  onOutcome?: ((at: number, outcome: Outcome<T>) => void) | undefined;
  /** Called when the calls of a later stage are made. */
  onStage?: ((providers: readonly Provider[]) => void) | undefined;
}

/** Patience for `withinMs` from now, which is no limit unless it ends before the calls do. */
export function patienceFor<T>(
  calls: { deadline: Deadline },
  { withinMs = Number.POSITIVE_INFINITY, ...others }: Wishes<T>,
): Patience<T> {
  return { deadline: withinMs < calls.deadline.leftMs() ? Deadline.in(withinMs) : undefined, ...others };
}

/** The failure of a call that the request did not wait for. */
export const notAwaited: Failure = { code: 'timeout', reason: 'not waited for' };

/**
 * Waits for calls, in their order, as long as the requester is patient. Answers that come in the same turn of the event
 * loop as the last one that was wanted are taken as well: cached ones do.
 */
export function waitFor<T>(calls: readonly Promise<Outcome<T>>[], patience: Patience<T>): Promise<Outcome<T>[]> {
  const { deadline, answers: wanted, onOutcome } = patience;
  if (deadline === undefined && wanted === undefined && onOutcome === undefined) return Promise.all(calls);
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const settled: (Outcome<T> | undefined)[] = calls.map(() => undefined);
    let isOver = false;
    const end = () => {
      isOver = true;
      clearTimeout(timer);
      resolve(settled.map((outcome) => outcome ?? left(startedAt)));
    };
    const timer = deadline && setTimeout(end, deadline.leftMs());
    let [missing, ended] = [wanted ?? calls.length, 0];
    for (const [at, call] of calls.entries()) {
      call.then((outcome) => {
        if (isOver) return;
        settled[at] = outcome;
        onOutcome?.(at, outcome);
        ended += 1;
        if (outcome.ok) missing -= 1;
        if (missing === 0 || ended === calls.length) setImmediate(end);
      }, reject);
    }
  });
}

function left(startedAt: number): Outcome<never> {
  return { ok: false, failure: notAwaited, ms: performance.now() - startedAt };
}
