import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasOpenssl, makeCertificates } from '../../harness/certificates.ts';
import { article } from '../../harness/page-server.ts';
import { httpsSite, type Site } from '../../harness/page-sites.ts';
import { eventually } from '../../harness/processes.ts';
import { Stack } from '../../harness/stack.ts';

/** Pages over HTTPS, read by a worker process that trusts the authority of a test, and by one that does not. */
describe.skipIf(!hasOpenssl)('a page over HTTPS', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'tributary-https-'));
  let stack: Stack;
  let site: Site;

  beforeAll(async () => {
    makeCertificates(dir);
    const [key, cert] = ['server.key', 'server.crt'].map((name) => readFileSync(path.join(dir, name)));
    site = await httpsSite({ key, cert }, (_request, reply) =>
      reply.writeHead(200, { 'content-type': 'text/html' }).end(article('Sealed', 'Nobody has listened.')),
    );
    stack = await Stack.start({ workers: 0, env: { EXTRACT_ALLOW: 'localhost,127.0.0.1' } });
  });
  afterAll(async () => {
    await stack?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  /** The worker of the test may have to start first. */
  const read = (url: string) =>
    eventually('a worker has read it', async () => {
      const { status, body } = await stack.get(`/api/v1/extract/?url=${encodeURIComponent(url)}`);
      return status === 200 && body;
    });

  test('is read if its certificate is good, by name and by address', async () => {
    const worker = stack.addWorker({ NODE_EXTRA_CA_CERTS: path.join(dir, 'ca.crt') });
    for (const host of ['localhost', '127.0.0.1']) {
      const url = `https://${host}:${site.port}/${host}`;
      const { results, failed } = await read(url);
      expect(failed).toEqual([]);
      expect(results[0]).toMatchObject({ final_url: url, title: 'Sealed' });
      expect(results[0].content).toContain('Nobody has listened.');
    }
    await worker.stop('SIGTERM');
  });

  test('is not read if nobody vouches for its certificate', async () => {
    const worker = stack.addWorker();
    const { results, failed } = await read(`https://localhost:${site.port}/unknown`);
    expect([results, failed.length]).toEqual([[], 1]);
    expect(failed[0].reason).toContain('certificate');
    await worker.stop('SIGTERM');
  });
});
