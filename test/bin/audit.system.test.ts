import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CommandResult, runNode } from '../harness/command-line.ts';
import { close, testPort } from '../harness/ports.ts';
import { ProjectCopy } from '../harness/project-copy.ts';

let copy: ProjectCopy;
let registry: Server;
beforeEach(() => {
  copy = new ProjectCopy('package.json', 'package-lock.json', 'tools');
});
afterEach(async () => {
  await close(registry);
  await copy.dispose();
});

/** Audits the packages at a registry that answers like this. */
async function audit(status: number, advisories: unknown): Promise<CommandResult> {
  const port = await testPort();
  registry = createServer((request, response) => {
    const isBulk = request.url?.endsWith('/advisories/bulk');
    request.resume().on('end', () => {
      response.writeHead(isBulk ? status : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isBulk ? advisories : {}));
    });
  });
  await new Promise<void>((resolve) => registry.listen(port, '127.0.0.1', resolve));
  const env = {
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_fetch_retries: '0',
    npm_config_cache: copy.path('cache'),
  };
  return runNode(['tools/audit.js'], { cwd: copy.root, env });
}

const advisory = (severity: string) => ({
  fastify: [{ id: 1, url: 'https://example.org/1', title: 'Bad', severity, vulnerable_versions: '<99' }],
});

test('a package with a known severe vulnerability fails the audit and is named', async () => {
  const { code, stdout } = await audit(200, advisory('high'));
  expect(stdout).toMatch(/^audit: fastify .*: high$/m);
  expect(code).toBe(1);
});

test('nothing severe passes the audit', async () => {
  expect(await audit(200, advisory('low'))).toMatchObject({
    code: 0,
    stdout: 'audit: no high or critical vulnerability is known\n',
  });
});

test('a registry without audits is reported and does not fail', async () => {
  const { code, stdout } = await audit(405, {});
  expect(stdout).toMatch(/^audit: not checked, .*405/);
  expect(code).toBe(0);
});
