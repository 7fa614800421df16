import { Redis } from 'ioredis';
import { testPort } from './ports.ts';
import { eventually } from './processes.ts';
import { TestRedis } from './test-redis.ts';

const SLOTS = 16_384;
const HOST = '127.0.0.1';

/** A node of a cluster, and a connection to it. */
export interface ClusterNode {
  redis: TestRedis;
  client: Redis;
  id: string;
  /** Where nodes talk to each other. */
  busPort: number;
}

/** A real Redis Cluster: primaries that share the slots, and replicas of each. Nodes are declared dead after a second. */
export class TestCluster {
  readonly primaries: ClusterNode[] = [];
  /** In the order of the primaries that they copied at the start. */
  readonly replicas: ClusterNode[] = [];

  static async start({ primaries = 3, replicas = 0, extra = [] as readonly string[] } = {}): Promise<TestCluster> {
    const cluster = new TestCluster();
    const nodes = await Promise.all(Array.from({ length: primaries * (1 + replicas) }, () => startNode(extra)));
    cluster.primaries.push(...nodes.slice(0, primaries));
    cluster.replicas.push(...nodes.slice(primaries));
    await cluster.#join();
    return cluster;
  }

  get nodes(): ClusterNode[] {
    return [...this.primaries, ...this.replicas];
  }

  /** Names the nodes as `redis+cluster://` does. */
  get url(): string {
    return `redis+cluster://${this.primaries.map(({ redis }) => `${HOST}:${redis.port}`).join(',')}`;
  }

  /** The node that has a slot, as another or any that can be reached says. */
  async ownerOf(
    slot: number,
    witness = this.nodes.find(({ client }) => client.status === 'ready'),
  ): Promise<ClusterNode> {
    const ranges = (await witness?.client.call('CLUSTER', 'SLOTS')) as [number, number, [string, number, string]][];
    const id = ranges.find(([from, to]) => from <= slot && slot <= to)?.[2][2];
    const owner = this.nodes.find((node) => node.id === id);
    if (!owner) throw new Error(`Nobody has slot ${slot}.`);
    return owner;
  }

  async dispose(): Promise<void> {
    for (const { client } of this.nodes) client.disconnect();
    await Promise.all(this.nodes.map(({ redis }) => redis.dispose()));
  }

  async #join(): Promise<void> {
    const [first, ...others] = this.nodes as [ClusterNode, ...ClusterNode[]];
    const share = SLOTS / this.primaries.length;
    for (const [at, { client }] of this.primaries.entries()) {
      const [from, to] = [Math.ceil(at * share), Math.ceil((at + 1) * share) - 1];
      await client.call('CLUSTER', 'ADDSLOTSRANGE', String(from), String(to));
      // Without distinct epochs, the nodes would have to find some first.
      await client.call('CLUSTER', 'SET-CONFIG-EPOCH', String(at + 1));
    }
    for (const { client } of others)
      await client.call('CLUSTER', 'MEET', HOST, String(first.redis.port), String(first.busPort));
    await eventually('all nodes know each other', () =>
      this.#all((info) => info.cluster_known_nodes === `${this.nodes.length}`),
    );
    for (const [at, { client }] of this.replicas.entries()) {
      const primary = this.primaries[at % this.primaries.length] as ClusterNode;
      await client.call('CLUSTER', 'REPLICATE', primary.id);
    }
    await eventually('the cluster is up', () => this.#all((info) => info.cluster_state === 'ok'));
    for (const { client } of this.replicas) {
      await eventually('the replica has its copy', async () =>
        /master_link_status:up/.test(await client.info('replication')),
      );
    }
  }

  async #all(holds: (info: Record<string, string>) => boolean): Promise<boolean> {
    const infos = await Promise.all(this.nodes.map(({ client }) => client.call('CLUSTER', 'INFO')));
    return infos.every((text) =>
      holds(
        Object.fromEntries(
          String(text)
            .split('\r\n')
            .map((line) => line.split(':') as [string, string]),
        ),
      ),
    );
  }
}

async function startNode(extra: readonly string[]): Promise<ClusterNode> {
  const busPort = await testPort();
  const redis = await TestRedis.start([
    ...['--cluster-enabled', 'yes', '--cluster-port', String(busPort), '--cluster-node-timeout', '1000'],
    ...['--repl-diskless-sync-delay', '0', '--cluster-allow-replica-migration', 'no', ...extra],
  ]);
  const client = new Redis(redis.url, { retryStrategy: () => 100, maxRetriesPerRequest: 0 });
  client.on('error', () => {});
  return { redis, client, id: String(await client.call('CLUSTER', 'MYID')), busPort };
}
