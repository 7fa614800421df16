/** What one kind of process costs: each turn of its loop, and its work for a new search and for a cached one. */
export interface PartCost {
  turnMs: number;
  newMs: number;
  cachedMs: number;
}

/** The kinds of processes whose CPU is measured. */
const parts = ['web', 'worker', 'redis', 'clients', 'engines'] as const;
export type PartName = (typeof parts)[number];

/** Something for every kind of process. */
export function eachPart<Value>(value: (part: PartName) => Value): Record<PartName, Value> {
  return Object.fromEntries(parts.map((part) => [part, value(part)])) as Record<PartName, Value>;
}

/** CPU for a new search and for a cached one. */
export type SearchCost = Pick<PartCost, 'newMs' | 'cachedMs'>;

/** The measured costs that the model works with. */
export interface Costs {
  parts: Record<PartName, PartCost>;
  /** The same with the share of turns in them, as measured under load: what a full process spends on a search. */
  loaded: Record<PartName, SearchCost>;
  /** The share of Redis' work for a new search that is for queues and replies. */
  queueShare: number;
  /** How long Redis waits for its disk in each turn. */
  fsyncMs: number;
  /** One task in so many has half of all the time; 1 if each takes the same. */
  unevenness: number;
}

/**
 * How the work of a process for one search is divided among its steps. Only the sums are measured. The division moves
 * the time of a step a little, but neither what a process carries nor when it is full.
 */
export const steps = {
  /** A search that is refused costs what comes before `queue`. */
  web: { request: 0.15, admitted: 0.05, found: 0.05, queue: 0.2, reply: 0.1, send: 0.25 },
  worker: { begin: 0.25, reply: 0.2, end: 0.15 },
  /** Of what Redis does for the queue of a search. */
  queue: { claim: 0.1, add: 0.25, take: 0.2, reply: 0.1, end: 0.15 },
  /** Of what Redis does for its cache. */
  cache: { read: 0.25, write: 0.25 },
} as const;

/** What Redis does for one new search, by what it does it for. */
export function redisWork(
  { newMs, cachedMs }: SearchCost,
  queueShare: number,
): { admission: number; cache: number; queue: number } {
  const queue = newMs * queueShare;
  const admission = Math.min(cachedMs, newMs - queue);
  return { admission, cache: newMs - queue - admission, queue };
}
