import { type Findings, type Point, shapeName } from '../growth/findings.ts';
import { ownCpuMs, type Table } from '../growth/table.ts';
import { type Costs, redisWork } from './costs.ts';
import type { Outcome, Plan } from './plan.ts';
import { type Demand, machinesFor, type Prices } from './sizing.ts';
import { findWall, run } from './walls.ts';

/** What one process of each kind carries at the most, with a core of its own. */
export function carriesTable(findings: Findings, { loaded, queueShare }: Costs): Table {
  const { web, worker, redis } = loaded;
  const work = redisWork(redis, queueShare);
  const rate = (ms: number) => (ms > 0 ? Math.floor(1_000 / ms).toLocaleString('en') : '');
  const row = (name: string, fresh: number, cached: number) => [
    name,
    fresh.toFixed(2),
    rate(fresh),
    cached > 0 ? cached.toFixed(2) : '',
    rate(cached),
  ];
  const instant = findings.points.find(({ kind }) => kind === 'instant');
  return [
    ['One', 'CPU ms for a new search', 'New searches a second', 'CPU ms for a cached one', 'Cached a second'],
    row('web process', web.newMs, web.cachedMs),
    row('worker process', worker.newMs, 0),
    row('Redis', redis.newMs, redis.cachedMs),
    row('Redis, with the queues in another', work.admission + work.cache, redis.cachedMs),
    row('Redis with the queues alone', work.queue, 0),
    ...(instant
      ? [['web process, instant answers', instant.cpuMs.web.toFixed(2), rate(instant.cpuMs.web), '', '']]
      : []),
  ];
}

/** The cost per search of deployments in which every web process gets the same, beside that of one pair. */
export function pacedTable(findings: Findings): Table {
  return costTable(findings.points.filter(({ kind }) => kind === 'paced'));
}

/** The cost per search of deployments that use up the machine, beside that of one pair. */
export function fullTable(findings: Findings): Table {
  return costTable(findings.points.filter(({ kind, engineMs }) => kind === 'new' && engineMs === 0));
}

function costTable(loaded: readonly Point[]): Table {
  const pair = loaded.find((point) => shapeName(point) === '1x1');
  return [
    [
      'Web and worker processes',
      'Web ms',
      'Worker ms',
      'Redis ms',
      'Sum',
      'Of one pair',
      'Redis commands',
      'Busiest worker, of the mean',
    ],
    ...loaded.map((point) => [
      shapeName(point).replace('x', ' and ').replace('+queue', ', a Redis for the queues'),
      point.cpuMs.web.toFixed(2),
      point.cpuMs.worker.toFixed(2),
      (point.cpuMs.redis + point.cpuMs.queueRedis).toFixed(2),
      ownCpuMs(point.cpuMs).toFixed(2),
      pair ? (ownCpuMs(point.cpuMs) / ownCpuMs(pair.cpuMs)).toFixed(2) : '',
      point.redis.commands.toFixed(0),
      point.workerSpread.toFixed(2),
    ]),
  ];
}

const percent = (share: number) => `${(share * 100).toFixed(0)} %`;

/** How a plan is built. */
export function describe({ redis }: Plan): string {
  if (redis.kind === 'one') return 'one';
  if (redis.kind === 'two') return 'two: `QUEUE_REDIS_URL`';
  return `cluster of ${redis.nodes}, \`FAN_OUT_QUEUES=${redis.queues}\``;
}

function busiest({ utilisation }: Outcome, names: (name: string) => boolean): string {
  return percent(Math.max(0, ...Object.entries(utilisation).flatMap(([name, share]) => (names(name) ? [share] : []))));
}

/** What is asked of each of some deployments, with its plan. */
export interface Planned {
  deployments: number;
  demand: Demand;
  plan: Plan;
  /** `STALE_TTL_S`. */
  keptS: number;
}

/** What each plan consists of. */
export function planTable(planned: readonly Planned[], findings: Findings, prices: Prices): Table {
  return [
    [
      'Searches a second',
      'Deployments',
      'Each: web',
      'Worker',
      'Redis',
      '`ENGINE_A_CONCURRENCY`',
      '`STALE_TTL_S`',
      'Memory of a Redis node',
      'All: cores',
      'Memory',
      'Network',
      'Redis to disk',
      'A month',
    ],
    ...planned.map(({ deployments, plan, demand, keptS }) => {
      const machines = machinesFor(plan, demand, findings, keptS, prices);
      const all = (amount: number) => Math.round(deployments * amount).toLocaleString('en');
      return [
        all(demand.perSecond),
        String(deployments),
        String(plan.webs),
        String(plan.workers),
        describe(plan),
        String(plan.concurrency),
        String(keptS),
        `${machines.redisNodeGb.toFixed(0)} GB`,
        all(machines.cores),
        `${all(machines.gb)} GB`,
        `${all(machines.networkMbPerS)} MB/s`,
        `${all(machines.diskMbPerS)} MB/s`,
        all(machines.monthly),
      ];
    }),
  ];
}

/** How each plan does at its load, and where it breaks. */
export function wallTable(planned: readonly Planned[], costs: Costs): Table {
  return [
    [
      'Plan',
      'p50 ms',
      'p99 ms',
      'Refused',
      'Web',
      'Worker',
      'Redis',
      'Permits',
      'Breaks at',
      'What is full',
      'What callers see',
    ],
    ...planned.map(({ plan, demand }) => {
      const calm = run(plan, costs, demand.perSecond);
      const wall = findWall(plan, costs, demand.perSecond);
      return [
        plan.name,
        calm.p50Ms.toFixed(0),
        calm.p99Ms.toFixed(0),
        percent(calm.refused),
        busiest(calm, (name) => name === 'web'),
        busiest(calm, (name) => name === 'worker'),
        busiest(calm, (name) => /redis/i.test(name)),
        busiest(calm, (name) => name === 'permits'),
        `${Math.round(wall.perSecond).toLocaleString('en')} a second`,
        `${wall.part} (${percent(wall.beyond.utilisation[wall.part] ?? 0)})`,
        wall.sign,
      ];
    }),
  ];
}

/** A table in Markdown. */
export function markdown([head = [], ...rows]: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
