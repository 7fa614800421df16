import type { Fault } from './failover.ts';
import { eventually } from './processes.ts';
import type { ClusterNode, TestCluster } from './redis-cluster.ts';

/** The faults of the node of a cluster that has a key. */
export function clusterFaults(cluster: TestCluster, key: string) {
  let old: ClusterNode;
  const strike = (how: (owner: ClusterNode, slot: number) => Promise<unknown> | unknown) => async () => {
    const slot = await slotOf(cluster, key);
    old = await cluster.ownerOf(slot);
    await how(old, slot);
    await eventually('another node has the slot', async () => (await ownerNow(cluster, slot, old)) !== old, 60_000);
  };
  const mend = (how: () => Promise<unknown> | unknown) => async () => {
    await how();
    await eventually('every primary has a replica', () => isComplete(cluster), 60_000);
  };
  return {
    ordered: {
      strike: strike(async (owner) => {
        const [replica] = await replicasOf(cluster, owner);
        await replica?.client.call('CLUSTER', 'FAILOVER');
      }),
      mend: mend(() => {}),
    },
    killed: { strike: strike(({ redis }) => redis.kill()), mend: mend(() => old.redis.start()) },
    frozen: { strike: strike(({ redis }) => redis.freeze()), mend: mend(() => old.redis.thaw()) },
    /** The old primary comes back as one, and stays it until another node tells it. */
    splitBrain: {
      strike: strike(async (owner, slot) => {
        owner.redis.freeze();
        await eventually('another node has it', async () => (await ownerNow(cluster, slot, owner)) !== owner, 60_000);
        owner.redis.thaw();
      }),
      mend: mend(() => {}),
    },
    /** It dies and is there again before or after another takes its place. */
    returns: {
      async strike() {
        const slot = await slotOf(cluster, key);
        const owner = await cluster.ownerOf(slot);
        await owner.redis.kill();
        await owner.redis.start();
        await eventually('the slot is served', async () => Boolean(await owner.client.cluster('INFO')), 60_000);
      },
      mend: mend(() => {}),
    },
    moved: {
      strike: strike((owner, slot) => moveSlot(cluster, owner, slot)),
      mend: mend(() => {}),
    },
  } satisfies Record<string, Fault>;
}

async function slotOf(cluster: TestCluster, key: string): Promise<number> {
  const witness = cluster.nodes.find(({ client }) => client.status === 'ready');
  return Number(await witness?.client.call('CLUSTER', 'KEYSLOT', key));
}

/** Who has a slot, in the eyes of all other nodes. */
async function ownerNow(cluster: TestCluster, slot: number, old: ClusterNode): Promise<ClusterNode> {
  const others = cluster.nodes.filter((node) => node !== old);
  const owners = await Promise.all(others.map((node) => cluster.ownerOf(slot, node)));
  return owners.find((owner) => owner !== owners[0]) ? old : (owners[0] as ClusterNode);
}

async function replicasOf(cluster: TestCluster, { id }: ClusterNode): Promise<ClusterNode[]> {
  const witness = cluster.nodes.find(({ client }) => client.status === 'ready');
  const lines = (await witness?.client.call('CLUSTER', 'REPLICAS', id)) as string[];
  return cluster.nodes.filter((node) => lines.some((line) => line.startsWith(node.id)));
}

/** Whether all nodes answer, none is thought to be down, and each replica has its copy. */
async function isComplete(cluster: TestCluster): Promise<boolean> {
  for (const { client } of cluster.nodes) {
    if (client.status !== 'ready') return false;
    if (/fail|handshake/.test(String(await client.cluster('NODES')))) return false;
    const info = await client.info('replication');
    const isWell = info.includes('role:master') ? /slave0:.*state=online/.test(info) : info.includes('link_status:up');
    if (!isWell) return false;
  }
  return true;
}

/** In one step: what is moved key by key, as `redis-cli` does, is written anew meanwhile by scripts that name other keys. */
const MOVE_SLOT = `#!lua name=mover
redis.register_function('move', function(_, args)
  local slot, port, to = unpack(args)
  local keys = redis.call('CLUSTER', 'GETKEYSINSLOT', slot, '1000000')
  if #keys > 0 then redis.call('MIGRATE', '127.0.0.1', port, '', '0', '5000', 'KEYS', unpack(keys)) end
  return redis.call('CLUSTER', 'SETSLOT', slot, 'NODE', to)
end)`;

/** Moves one slot to the next primary, as docs/operations.md asks for while processes are running. */
async function moveSlot(cluster: TestCluster, from: ClusterNode, slot: number): Promise<void> {
  const primaries: ClusterNode[] = [];
  for (const node of cluster.nodes)
    if ((await node.client.info('replication')).includes('role:master')) primaries.push(node);
  const to = primaries.find((node) => node !== from) as ClusterNode;
  await to.client.call('CLUSTER', 'SETSLOT', String(slot), 'IMPORTING', from.id);
  await from.client.call('FUNCTION', 'LOAD', 'REPLACE', MOVE_SLOT);
  await from.client.call('FCALL', 'move', 0, slot, to.redis.port, to.id);
  for (const { client } of [to, ...primaries.filter((node) => node !== to && node !== from)])
    await client.call('CLUSTER', 'SETSLOT', String(slot), 'NODE', to.id);
}
