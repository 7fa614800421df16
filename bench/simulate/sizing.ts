import type { Findings } from '../growth/findings.ts';
import { type Costs, redisWork } from './costs.ts';
import type { Plan } from './plan.ts';

/** What is asked of a deployment. */
export interface Demand {
  perSecond: number;
  cachedShare: number;
  engines: Plan['engines'];
}

/** How much of what a process carries it gets on average: the rest is for bursts, and for a time when one is away. */
const BUSY = 0.6;
/** From one machine to another in one data centre, one way. */
const HOP_MS = 0.25;
/** `ENGINE_A_CONCURRENCY`, unless slow engines need more. */
const CONCURRENCY = 200;
/** Queues per node of a cluster: slots fall on nodes by chance, and the more there are, the more evenly. */
const QUEUES_PER_NODE = 4;

/** The plan for a demand: so many processes that each gets at most six tenths of what it carries. */
export function planFor({ perSecond, cachedShare, engines }: Demand, costs: Costs): Plan {
  const { web, worker } = costs.loaded;
  const fresh = perSecond * (1 - cachedShare);
  const cached = perSecond * cachedShare;
  const processes = (msPerSecond: number) => Math.ceil(msPerSecond / 1_000 / BUSY);
  const workers = atLeastTwo(processes(fresh * worker.newMs));
  return {
    name: `${Math.round(perSecond).toLocaleString('en')} a second`,
    webs: atLeastTwo(processes(fresh * web.newMs + cached * web.cachedMs)),
    workers,
    redis: redisFor(fresh, cached, costs),
    engines,
    concurrency: Math.max(CONCURRENCY, Math.ceil((fresh * engines.p99Ms) / 1_000 / workers)),
    cachedShare,
    hopMs: HOP_MS,
    cores: null,
  };
}

/**
 * How many deployments a demand needs. Every request asks the one node that has the accounts, so what that carries is what
 * one deployment carries.
 */
export function deploymentsFor({ perSecond }: Pick<Demand, 'perSecond'>, costs: Costs): number {
  const { admission } = redisWork(costs.loaded.redis, costs.queueShare);
  return Math.ceil((perSecond * admission) / 1_000 / BUSY);
}

/** Two, so that one can be restarted while the other serves. */
function atLeastTwo(count: number): number {
  return Math.max(2, count);
}

function redisFor(fresh: number, cached: number, costs: Costs): Plan['redis'] {
  const { admission, cache, queue } = redisWork(costs.loaded.redis, costs.queueShare);
  const busy = {
    accounts: ((fresh + cached) * admission) / 1_000,
    cache: (fresh * cache) / 1_000,
    queue: (fresh * queue) / 1_000,
  };
  if (busy.accounts + busy.cache + busy.queue <= BUSY) return { kind: 'one' };
  if (busy.accounts + busy.cache <= BUSY && busy.queue <= BUSY) return { kind: 'two' };
  // One node has the accounts; the others share the queues and the cache.
  const others = Math.max(2, Math.ceil((busy.cache + busy.queue) / BUSY));
  return { kind: 'cluster', nodes: others + 1, queues: others * QUEUES_PER_NODE };
}

/** What machines cost a month. An assumption: prices differ and change. */
export interface Prices {
  perCore: number;
  perGb: number;
}

/** What the processes of a plan need of machines. */
export interface Machines {
  redisNodes: number;
  cores: number;
  /** Memory of one Redis node, and of everything. */
  redisNodeGb: number;
  gb: number;
  /** What goes over the network in all directions. */
  networkMbPerS: number;
  /** What the files of Redis get, before they are rewritten. */
  diskMbPerS: number;
  monthly: number;
}

/** The replica of a Redis, and its memory by that of its lists, which get half of `maxmemory`. */
const COPIES = 2;
const HEADROOM = 2;
const GB = 1024 ** 3;
const MB = 1024 ** 2;

/** The machines for a plan: a core for each process, and memory as measured. `keptS` is `STALE_TTL_S`. */
export function machinesFor(
  plan: Plan,
  { perSecond }: Demand,
  findings: Findings,
  keptS: number,
  prices: Prices,
): Machines {
  const { redis, cachedShare, webs, workers } = plan;
  const fresh = perSecond * (1 - cachedShare);
  const memory = Object.values(findings.memoryMb);
  const largest = (kind: 'web' | 'worker') => Math.max(...memory.map((of) => of[kind])) / 1_024;
  const redisNodes = redis.kind === 'cluster' ? redis.nodes : redis.kind === 'two' ? 2 : 1;
  const keepers = redis.kind === 'cluster' ? redis.nodes - 1 : 1;
  const redisNodeGb = Math.max(1, ((fresh * keptS * findings.keptBytes) / keepers / GB) * HEADROOM);
  const redisCores = redisNodes * COPIES;
  const cores = webs + workers + redisCores;
  const gb = webs * largest('web') + workers * largest('worker') + redisCores * redisNodeGb;
  const point = findings.points.find(({ kind, engineMs }) => kind === 'new' && engineMs === 0);
  const redisBytes = (point?.redis.bytesIn ?? 0) + (point?.redis.bytesOut ?? 0);
  return {
    redisNodes,
    cores,
    redisNodeGb,
    gb,
    networkMbPerS: (perSecond * findings.replyBytes + fresh * redisBytes) / MB,
    diskMbPerS: (fresh * findings.fileBytes) / MB,
    monthly: cores * prices.perCore + gb * prices.perGb,
  };
}
