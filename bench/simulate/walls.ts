import type { Costs } from './costs.ts';
import type { Outcome, Plan, Span } from './plan.ts';
import { simulate } from './simulate.ts';

/** Where a plan breaks. */
export interface Wall {
  /** The highest load that was served whole and in time. */
  perSecond: number;
  /** The outcome of a load that was not. */
  beyond: Outcome;
  /** The part that was full. */
  part: string;
  /** What its clients noticed. */
  sign: string;
}

/** A plan serves a load if no more than this share of searches is refused or incomplete, and as much is answered as asked. */
const SPOILT = 0.005;
const ANSWERED = 0.97;
const STEPS = 4;
/** As many searches as show what becomes of a load, within some seconds of simulated time. */
const SEARCHES = 10_000;
const DEADLINE_MS = 6_000;

/** Raises the load until a plan cannot serve it any more, and says what was full. */
export function findWall(plan: Plan, costs: Costs, fromPerSecond: number): Wall {
  let [good, bad] = [fromPerSecond, fromPerSecond];
  let last = run(plan, costs, good);
  while (signOf(last) !== null && good > 1) {
    good /= 2;
    last = run(plan, costs, good);
  }
  const fullest = Math.max(...Object.values(last.utilisation));
  let beyond = last;
  for (bad = (good / fullest) * 1.1; ; bad *= 1.2) {
    beyond = run(plan, costs, bad);
    if (signOf(beyond) !== null) break;
    good = bad;
  }
  for (let step = 0; step < STEPS; step++) {
    const middle = (good + bad) / 2;
    const outcome = run(plan, costs, middle);
    if (signOf(outcome) === null) good = middle;
    else [bad, beyond] = [middle, outcome];
  }
  const [part = ''] = Object.entries(beyond.utilisation).reduce((most, next) => (next[1] > most[1] ? next : most));
  return { perSecond: good, beyond, part, sign: signOf(beyond) ?? '' };
}

/** Lets a plan serve so many searches a second, for long enough. */
export function run(plan: Plan, costs: Costs, perSecond: number, seed = 1): Outcome {
  const measureS = Math.min(20, Math.max(3, SEARCHES / perSecond));
  const span: Span = { warmUpS: 2, measureS, seed };
  return simulate(plan, costs, { perSecond }, span);
}

/** What clients notice of a load that is too high; null if nothing. */
function signOf({ refused, incomplete, perSecond, offeredPerSecond, p99Ms }: Outcome): string | null {
  if (refused > SPOILT) return 'searches are refused';
  if (incomplete > SPOILT) return 'engines are missing in replies';
  if (p99Ms > DEADLINE_MS) return 'replies are late';
  if (perSecond < offeredPerSecond * ANSWERED) return 'waits grow';
  return null;
}
