import { Redis } from 'ioredis';

/** Redis commands per search that web and worker sent, without BullMQ's commands and periodic ones. */
export interface CommandCount {
  perSearch: number;
  byCommand: Record<string, number>;
}

const BY_THE_CLOCK = /^(hgetall \{trib:health|time |(zadd|zrange|zremrangebyscore|pexpire) trib:(workers|webs))/;

/**
 * Counts commands with MONITOR while `work` makes a number of searches. Commands inside a script are not sent, so they
 * are not counted.
 */
export async function countCommands(
  redisUrl: string,
  searches: number,
  work: () => Promise<void>,
): Promise<CommandCount> {
  const redis = new Redis(redisUrl);
  const monitor = await redis.monitor();
  const byCommand: Record<string, number> = {};
  monitor.on('monitor', (_time: string, args: string[], source: string) => {
    if (source === 'lua') return;
    const line = `${args[0]?.toLowerCase()} ${args.slice(1).join(' ')}`;
    if (line.includes('{trib:queue:') || BY_THE_CLOCK.test(line)) return;
    const name = args[0]?.toLowerCase() ?? '';
    if (['ping', 'info', 'client', 'monitor', 'hello'].includes(name)) return;
    byCommand[name] = (byCommand[name] ?? 0) + 1;
  });
  await work();
  await new Promise((resolve) => setTimeout(resolve, 200));
  monitor.disconnect();
  redis.disconnect();
  const total = Object.values(byCommand).reduce((sum, count) => sum + count, 0);
  const each = Object.entries(byCommand).map(([name, count]) => [name, round(count / searches)]);
  return { perSearch: round(total / searches), byCommand: Object.fromEntries(each) };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
