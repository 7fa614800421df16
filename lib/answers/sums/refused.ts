/**
 * Thrown when a query has no answer, or none that is worth its cost. Not an Error, because failed readings are common
 * and a stack trace would cost more than everything else.
 */
export class Refused {
  readonly why: string;
  constructor(why: string) {
    this.why = why;
  }
}

/** Runs `work`; returns null if it throws Refused. */
export function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}
