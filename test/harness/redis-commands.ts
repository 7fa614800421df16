import type { Redis } from '../../lib/redis/redis.ts';
import { eventually } from './processes.ts';
import type { RedisMonitor } from './redis-monitor.ts';

/**
 * What processes do by the clock, or in batches: on a slow machine more of it falls into a request. Looks for jobs are part
 * of it where the work needs none.
 */
const BY_THE_CLOCK =
  /^\{?trib:(health|workers|webs|webhooks|requests|statistics|kept-lists|secret|queue:(probes|crawl))|:running-crawls$/;
/** These have no keys. */
const ABOUT_REDIS = new Set(['ping', 'info']);

/** The records of requests that have ended, which are written in batches. */
export const OF_RECORDS = /^\{trib:(requests|statistics)/;

const DONE = 'the work is done';

/** A command that Redis ran, inside of a script or not. */
export type Hears = (name: string, args: readonly string[]) => void;

/** Lets a test hear of all commands that Redis runs during some work. */
export async function hearCommands(
  monitor: RedisMonitor,
  client: Redis,
  work: () => Promise<void>,
  hears: Hears,
): Promise<void> {
  let ended = false;
  monitor.onCommand = (name, args) => {
    if (args[0] === DONE) ended = true;
    if (!ended) hears(name, args);
  };
  await work();
  await client.echo(DONE);
  await eventually('the monitor has seen all', () => ended);
}

/** How often Redis ran each command during some work, except for what is done by the clock. `hears` hears of all of them. */
export async function commandsDuring(
  monitor: RedisMonitor,
  client: Redis,
  work: () => Promise<void>,
  hears: Hears = () => {},
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  await hearCommands(monitor, client, work, (name, args) => {
    hears(name, args);
    if (ABOUT_REDIS.has(name) || args.some((arg) => BY_THE_CLOCK.test(arg))) return;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  });
  return counts;
}
