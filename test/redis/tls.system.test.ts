import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateKey } from '../../lib/keys/key-format.ts';
import { hasOpenssl } from '../harness/certificates.ts';
import { Deployment, fromAllEngines } from '../harness/deployment.ts';
import { eventually } from '../harness/processes.ts';
import { TlsRedis } from '../harness/tls-redis.ts';

/** Starts and commands of real processes take long on a busy machine. */
const SLOW = { timeout: 180_000 };

if (!hasOpenssl)
  process.stderr.write('\n!!! openssl is missing: Redis over TLS is NOT TESTED on this machine. !!!\n\n');

describe.skipIf(!hasOpenssl)('a Redis with TLS, a user and a password', SLOW, () => {
  let redis: TlsRedis;
  beforeAll(async () => {
    redis = await TlsRedis.start();
  });
  afterAll(() => redis?.dispose());

  /** What /readyz says once it has had the time to try. */
  const readiness = (deployment: Deployment) =>
    eventually('readyz says no', async () => {
      const reply = await deployment.get('/readyz');
      return reply.status === 503 && (reply.body as { status: string; reasons: string[] });
    });

  /** Only a process trusts the authority of NODE_EXTRA_CA_CERTS. */
  const AS_PROCESS = { asProcess: true };

  /** What a command says when it is refused for this reason. On a busy machine, a handshake may take too long first. */
  const refused = (deployment: Deployment, reason: RegExp) =>
    eventually('the command line names the reason', async () => {
      const said = await deployment.operator.refused('user list', AS_PROCESS);
      return reason.test(said) && said;
    });

  test('a search works, and so does the command line', async () => {
    const env = { REDIS_URL: redis.url(), NODE_EXTRA_CA_CERTS: redis.authority };
    const deployment = await Deployment.start(env, AS_PROCESS);
    try {
      expect(await deployment.search('redis')).toMatchObject(fromAllEngines);
      expect((await deployment.get('/readyz')).status).toBe(200);
      expect(await deployment.operator.works('doctor', AS_PROCESS)).toMatch(
        /^ok +redis: version \S+ answers and uses .*$/m,
      );
      expect(deployment.output).not.toContain(redis.password);
    } finally {
      await deployment.stop();
    }
  });

  test('a wrong password is a 503 with the reason, and shown nowhere', async () => {
    const deployment = await Deployment.launch({
      REDIS_URL: redis.url('hunter2-hunter2'),
      NODE_EXTRA_CA_CERTS: redis.authority,
    });
    try {
      // The operator has to learn that it is the password, not only that Redis is away. The first connection takes a moment.
      const reasons = await eventually('the password is named', async () => {
        const { status, reasons } = await readiness(deployment);
        expect(status).toBe('unavailable');
        return /WRONGPASS|password/i.test(reasons.join('\n')) && reasons;
      });
      expect(JSON.stringify(reasons)).not.toContain('hunter2');

      // A good key is not called bad because nobody can look it up.
      deployment.key = generateKey().key;
      expect((await deployment.get('/api/v1/key/')).status).toBe(503);
      expect((await deployment.search('redis')).status).toBe(503);

      const listed = await refused(deployment, /WRONGPASS/);
      expect(listed + deployment.output).not.toContain('hunter2');
      expect(deployment.web.running && deployment.worker.running).toBe(true);
    } finally {
      await deployment.stop();
    }
  });

  test('a certificate that nobody vouches for is not trusted', async () => {
    const deployment = await Deployment.launch({ REDIS_URL: redis.url() });
    try {
      const reasons = await eventually('the certificate is named', async () => {
        const { reasons } = await readiness(deployment);
        return /certificate/i.test(reasons.join('\n')) && reasons;
      });
      await refused(deployment, /certificate/i);
      expect(deployment.output + JSON.stringify(reasons)).not.toContain(redis.password);
      expect(deployment.web.running && deployment.worker.running).toBe(true);
    } finally {
      await deployment.stop();
    }
  });
});
