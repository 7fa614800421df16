/**
 * What is asked has no answer, or none that is worth its cost. Thrown, and no Error: a reading that does not work out is
 * the ordinary case, and a stack trace would cost more than all the rest of it.
 */
export class Refused {
  readonly why: string;
  constructor(why: string) {
    this.why = why;
  }
}

/** Null instead of a refusal. */
export function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}
