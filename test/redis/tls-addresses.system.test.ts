import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasOpenssl, makeCertificates } from '../harness/certificates.ts';
import { Deployment, fromAllEngines } from '../harness/deployment.ts';
import { testPort } from '../harness/ports.ts';
import { eventually } from '../harness/processes.ts';
import { TestCluster } from '../harness/redis-cluster.ts';
import { TestSentinels } from '../harness/sentinels.ts';
import { NOTHING_KEPT } from '../harness/test-redis.ts';

/** Starts and commands of real processes take long on a busy machine. Only they trust NODE_EXTRA_CA_CERTS. */
const SLOW = { timeout: 180_000 };
const AS_PROCESS = { asProcess: true };

/** A cluster, and a primary with a Sentinel, with a port for TLS each. The tests themselves use the ports without. */
describe.skipIf(!hasOpenssl)('rediss+cluster:// and, for the queues, rediss+sentinel://', SLOW, () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'tributary-tls-'));
  const file = (name: string) => path.join(dir, name);
  let cluster: TestCluster;
  let sentinels: TestSentinels;
  let deployment: Deployment;

  const tlsSettings = (port: number) => ({
    'tls-cert-file': file('server.crt'),
    'tls-key-file': file('server.key'),
    'tls-ca-cert-file': file('ca.crt'),
    'tls-auth-clients': 'no',
    'tls-port': String(port),
  });

  async function offerTls(client: Redis, more: (port: number) => Record<string, string> = () => ({})): Promise<number> {
    const port = await testPort();
    await client.call('CONFIG', 'SET', ...Object.entries({ ...tlsSettings(port), ...more(port) }).flat());
    return port;
  }

  beforeAll(async () => {
    makeCertificates(dir);
    const sentinelPort = await testPort();
    const sentinelConfig = Object.entries(tlsSettings(sentinelPort)).map((setting) => setting.join(' '));
    [cluster, sentinels] = await Promise.all([
      TestCluster.start({ extra: NOTHING_KEPT }),
      TestSentinels.start({ replicas: 0, sentinels: 1, sentinelConfig, extra: NOTHING_KEPT }),
    ]);
    const nodePorts: number[] = [];
    for (const { client } of cluster.nodes)
      nodePorts.push(
        await offerTls(client, (port) => ({ 'cluster-announce-tls-port': String(port), 'tls-cluster': 'yes' })),
      );
    const primary = await sentinels.primary();
    const client = sentinels.client(primary);
    const primaryPort = await offerTls(client);
    client.disconnect();
    deployment = await Deployment.start(
      {
        NODE_EXTRA_CA_CERTS: file('ca.crt'),
        REDIS_URL: `rediss+cluster://${nodePorts.map((port) => `localhost:${port}`).join(',')}`,
        QUEUE_REDIS_URL: `rediss+sentinel://localhost:${sentinelPort}/mymaster`,
        // The Sentinel watches the port without TLS.
        REDIS_NAT_MAP: `127.0.0.1:${primary.port}=127.0.0.1:${primaryPort}`,
      },
      AS_PROCESS,
    );
  }, 180_000);
  afterAll(async () => {
    await deployment?.stop();
    await Promise.all([cluster?.dispose(), sentinels?.dispose()]);
    rmSync(dir, { recursive: true, force: true });
  });

  test('a search works, and doctor sees all parts', async () => {
    expect(await deployment.search('tls')).toMatchObject(fromAllEngines);
    const said = await deployment.operator.works('doctor', AS_PROCESS);
    expect(said.match(/^ok +redis: primary \S+ with 546[12] slots, no replica$/gm)).toHaveLength(3);
    expect(said).toMatch(/^ok +queue redis: Sentinel localhost:\d+ names \S+ as primary$/m);
  });

  test('certificates that nobody vouches for are not trusted, and /readyz names both', async () => {
    const { NODE_EXTRA_CA_CERTS: _, ...env } = deployment.env;
    const other = await Deployment.launch(env);
    try {
      const reasons = await eventually('it is not ready', async () => {
        const { status, body } = await other.get('/readyz');
        return status === 503 && body.reasons;
      });
      expect(reasons).toEqual([
        expect.stringMatching(/^Redis cannot be written to: /),
        expect.stringMatching(/^The queues' Redis does not answer: /),
      ]);
      await eventually('it has tried again', () => /"msg":"Redis is away"/.test(other.worker.output));
      expect((await other.get('/healthz')).status).toBe(200);
      expect(other.web.running && other.worker.running).toBe(true);
    } finally {
      await other.stop();
    }
  });
});
