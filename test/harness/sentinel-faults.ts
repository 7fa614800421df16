import type { Redis } from 'ioredis';
import type { Fault } from './failover.ts';
import { eventually } from './processes.ts';
import type { TestRedis } from './redis.ts';
import type { TestSentinels } from './sentinels.ts';

/** The faults of a primary that Sentinels watch. */
export function sentinelFaults(system: TestSentinels) {
  let old: TestRedis;
  const strike = (how: (primary: TestRedis) => Promise<unknown> | unknown) => async () => {
    old = await system.primary();
    await how(old);
    await eventually('another primary is there', () => hasOtherPrimary(system, old), 60_000);
  };
  const mend = (how: () => Promise<unknown> | unknown) => async () => {
    await how();
    await joins(system, old);
  };
  return {
    ordered: { strike: strike(() => system.failOver()), mend: mend(() => {}) },
    killed: { strike: strike((primary) => primary.kill()), mend: mend(() => old.start()) },
    frozen: { strike: strike((primary) => primary.freeze()), mend: mend(() => old.thaw()) },
    /** The old primary comes back as one, and stays it until a Sentinel notices. */
    splitBrain: {
      strike: strike(async (primary) => {
        primary.freeze();
        await eventually('another primary is there', () => hasOtherPrimary(system, primary), 60_000);
        primary.thaw();
      }),
      mend: mend(() => {}),
    },
    sentinelDead: {
      strike: strike(async (primary) => {
        await system.sentinels[0]?.kill();
        await primary.kill();
      }),
      mend: mend(() => old.start()),
    },
    /** By hand, so that no Sentinel closes the connections to the old primary. */
    demoted: {
      strike: strike((primary) => demote(system, primary)),
      mend: mend(() => {}),
    },
  } satisfies Record<string, Fault>;
}

async function hasOtherPrimary(system: TestSentinels, old: TestRedis): Promise<boolean> {
  const primary = await system.primary();
  return primary !== old && (await roleOf(system, primary)) === 'master';
}

/** The old primary becomes a replica of the new one, and the Sentinels know it. */
async function joins(system: TestSentinels, old: TestRedis): Promise<void> {
  const { port } = await system.primary();
  await using(system, old, async (client) => {
    await eventually(
      'the old primary copies the new one',
      async () => {
        const info = await client.info('replication');
        // A Sentinel says the same after some seconds.
        if (!info.includes(`master_port:${port}`)) await client.replicaof('127.0.0.1', port);
        return info.includes('master_link_status:up');
      },
      60_000,
    );
  });
  await eventually(
    'the Sentinels see it',
    async () => {
      const running = system.sentinels.filter(({ isRunning }) => isRunning);
      const lists = await Promise.all(running.map((sentinel) => sentinel.replicaFlags()));
      return lists.every((flags) => flags.length > 0 && flags.every((each) => each === 'slave'));
    },
    60_000,
  );
}

async function demote(system: TestSentinels, old: TestRedis): Promise<void> {
  const successor = system.servers.find((server) => server !== old) as TestRedis;
  await using(system, successor, (client) => client.replicaof('NO', 'ONE'));
  await using(system, old, (client) => client.replicaof('127.0.0.1', successor.port));
  for (const sentinel of system.sentinels.filter(({ isRunning }) => isRunning)) await sentinel.watch(successor.port);
}

async function roleOf(system: TestSentinels, server: TestRedis): Promise<string | undefined> {
  return using(system, server, async (client) => /role:(\w+)/.exec(await client.info('replication'))?.[1]);
}

async function using<T>(system: TestSentinels, server: TestRedis, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = system.client(server);
  try {
    return await work(client);
  } finally {
    client.disconnect();
  }
}
