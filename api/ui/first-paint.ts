/**
 * When the first results of a page are shown, in milliseconds after its search began.
 * [The search page](../../docs/search-page.md) has a table of other choices.
 */

/** How long a list waits for engines. */
const LIST_WITHIN_MS = 700;
/** The share of the engines that makes a list while their usual times are unknown. */
const SHARE = 2 / 3;
/** How long a list waits for the instant answer that belongs above it. Afterwards, the page keeps its place free. */
const ANSWER_WITHIN_MS = { local: 250, network: 600 } as const;
/** From then on, an instant answer is shown without a list, or who is asked next. */
const ALONE_MS = 200;
/** What comes within this time is shown together: engines that are equally fast, and the whole page after the last one. */
const TOGETHER_MS = 30;

/** Whether an instant answer is awaited: from this process, from a service elsewhere, or not at all; or it is there. */
type AnswerState = keyof typeof ANSWER_WITHIN_MS | 'none' | 'there';

/** What a page has to show. Times are counted from the start of the search. */
export interface Arrivals {
  /** When the first engine with results answered; null before. */
  resultsAt: number | null;
  /** When enough engines had ended; null before. */
  enoughAt: number | null;
  answer: AnswerState;
}

/** An engine that is asked. */
export interface AskedEngine {
  /** How long it usually takes; undefined if that is unknown. */
  usualMs: number | undefined;
  hasEnded: boolean;
  /** Whether it is asked after others, which found too little. */
  isNext?: boolean;
}

/** Whether a list waits for no other engine: all have ended that usually do in time, or two of three. */
export function isEnough(engines: readonly AskedEngine[]): boolean {
  const isKnown = engines.every(({ usualMs }) => usualMs !== undefined);
  if (isKnown) return engines.every(({ usualMs = 0, hasEnded }) => hasEnded || usualMs > LIST_WITHIN_MS);
  return engines.filter(({ hasEnded }) => hasEnded).length >= Math.ceil(engines.length * SHARE);
}

/** When the list is first shown of a page that has this and gets nothing else; infinity if it has none. */
export function listAt({ resultsAt, enoughAt, answer }: Arrivals): number {
  if (resultsAt === null) return Number.POSITIVE_INFINITY;
  const at = enoughAt === null ? Math.max(LIST_WITHIN_MS, resultsAt) : Math.max(enoughAt, resultsAt) + TOGETHER_MS;
  return answer in ANSWER_WITHIN_MS ? Math.max(at, ANSWER_WITHIN_MS[answer as 'local' | 'network']) : at;
}

/** Waits until a page has enough to show. Paints it then, with the list or without, and after each change. */
export class FirstPaint {
  readonly #paint: (hasList: boolean) => void;
  readonly #startedAt = performance.now();
  readonly #arrivals: Arrivals = { resultsAt: null, enoughAt: null, answer: 'none' };
  readonly #engines: Map<string, AskedEngine>;
  #hasList = false;
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;

  /** `usualMs` has the usual time of each engine that is asked. */
  constructor(usualMs: ReadonlyMap<string, number | undefined>, paint: (hasList: boolean) => void) {
    this.#engines = new Map([...usualMs].map(([engine, ms]) => [engine, { usualMs: ms, hasEnded: false }]));
    this.#paint = paint;
  }

  /** How many engines are still asked. */
  get left(): number {
    return [...this.#engines.values()].filter(({ hasEnded }) => !hasEnded).length;
  }

  /** Those of them that are asked after others. */
  get next(): string[] {
    return [...this.#engines].flatMap(([engine, { hasEnded, isNext }]) => (isNext && !hasEnded ? [engine] : []));
  }

  /** A further engine is asked, after others have found too little. */
  engineAsked(engine: string): void {
    if (!this.#engines.has(engine)) this.#engines.set(engine, { usualMs: undefined, hasEnded: false, isNext: true });
    this.#look();
  }

  /** An engine is not asked, because it does not have what was asked for. */
  engineSkipped(engine: string): void {
    this.#engines.delete(engine);
    this.#look();
  }

  /** An engine has ended, with results or without. */
  engineEnded(engine: string, hasResults: boolean): void {
    const asked = this.#engines.get(engine);
    if (asked) asked.hasEnded = true;
    if (hasResults) this.#arrivals.resultsAt ??= this.#now();
    this.#look();
  }

  /** What is known of the instant answer has changed. */
  set answer(state: AnswerState) {
    this.#arrivals.answer = state;
    this.#look();
  }

  /** The page is complete. */
  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #now(): number {
    return performance.now() - this.#startedAt;
  }

  /** Whether there is something to show besides a list. */
  get #hasOther(): boolean {
    return this.#arrivals.answer === 'there' || this.next.length > 0;
  }

  #look(): void {
    if (this.#isOver) return;
    if (isEnough([...this.#engines.values()])) this.#arrivals.enoughAt ??= this.#now();
    const aloneAt = this.#hasOther ? ALONE_MS : Number.POSITIVE_INFINITY;
    const inMs = this.#hasList ? TOGETHER_MS : Math.min(aloneAt, listAt(this.#arrivals)) - this.#now();
    clearTimeout(this.#timer);
    if (inMs === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.#show(), inMs);
  }

  #show(): void {
    const leftMs = listAt(this.#arrivals) - this.#now();
    this.#hasList ||= leftMs <= 0;
    // Timers may be a millisecond or two early: then there is nothing to show yet.
    if (this.#hasList || this.#hasOther) this.#paint(this.#hasList);
    if (!this.#hasList && leftMs !== Number.POSITIVE_INFINITY) this.#timer = setTimeout(() => this.#show(), leftMs);
  }
}
