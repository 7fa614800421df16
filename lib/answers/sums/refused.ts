/** No answer, or none worth its cost. Not an Error: readings often fail, and a stack trace costs more than they do. */
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
