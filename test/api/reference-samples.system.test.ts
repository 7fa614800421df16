import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiDocument } from '../../api/reference/document.ts';
import { type ReferenceOperation, referencePages } from '../../api/reference/pages.ts';
import { exampleRequest } from '../../api/reference/sample-request.ts';
import { KEY_VARIABLE, samplesOf } from '../../api/reference/samples.ts';
import { addMember, createKey, createTeam, createUser } from '../harness/as-tester.ts';
import { keyOf } from '../harness/management.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';
import { type Receiver, startReceiver } from '../harness/webhooks.ts';

/** The samples of the API reference are run as they are, with the examples that they name made before. */

/** Programs that samples are for; those that this machine lacks are skipped. */
const has = (program: string) => spawnSync(program, ['--version']).status === 0;
const runners = {
  curl: has('curl') ? (sample: string) => run('sh', ['-c', `${sample} -sS -w '\\n%{http_code}'`]) : null,
  python: has('python3') ? (sample: string) => run('python3', ['-c', sample]) : null,
};

let app: TestApp;
let receiver: Receiver;
let operations: ReferenceOperation[];
let manage: string;
const environment: Record<string, string> = { PATH: process.env.PATH ?? '' };

beforeAll(async () => {
  receiver = await startReceiver();
  const env = { API_THROTTLE_BURST: 'off', REQUEST_DEADLINE_MS: '20000', EXTRACT_ALLOW: '127.0.0.1' };
  app = await TestApp.start({ env, queue: 'redis' });
  await createUser(app.client, 'root', { admin: true });
  manage = await keyOf(app, 'root', { scopes: ['manage'] });
  const { body } = await app.get('/api/v1/openapi.json', { key: '' });
  operations = referencePages(body as ApiDocument).flatMap((page) => page.operations);
}, 60_000);
afterAll(() => app?.stop());

let made = 0;
let lastCrawl = '';

/** Makes what the examples of the management API name, under other names, and returns the sample with those. */
async function withExamples({ id }: ReferenceOperation, sample: string): Promise<string> {
  environment[KEY_VARIABLE] = id.startsWith('admin_') ? manage : app.key;
  if (/^crawl(?:_|$)/.test(id) && id !== 'crawl_start') {
    const webhook = id === 'crawl_delivery_send' ? { webhook: { url: receiver.url } } : {};
    const body = JSON.stringify({ urls: ['http://127.0.0.1:9/'], ...webhook });
    const headers = { 'content-type': 'application/json' };
    // Few may run at a time.
    if (lastCrawl !== '') await app.get(`/api/v1/crawl/${lastCrawl}/`, { method: 'DELETE' });
    const crawl = (await app.get('/api/v1/crawl/', { method: 'POST', body, headers })).body as { id: string };
    lastCrawl = crawl.id;
    // A stream ends with its crawl.
    if (id === 'crawl_stream') await app.get(`/api/v1/crawl/${crawl.id}/`, { method: 'DELETE' });
    const named = sample.replace(/\b[0-9a-f]{32}\b/g, crawl.id);
    return id === 'crawl_delivery_send' ? named.replace(/msg_[0-9a-f]{32}/, await deliveredOf(crawl.id)) : named;
  }
  if (!id.startsWith('admin_')) return sample;
  made += 1;
  const [person, team] = [`ada${made}`, `blue${made}`];
  const named = sample.replace(/\bada\b/g, person).replace(/\bblue\b/g, team);
  if (id !== 'admin_teams_create') await createTeam(app.client, team);
  if (id === 'admin_accounts_create') return named;
  await createUser(app.client, person);
  if (id === 'admin_team_members_remove') await addMember(app.client, team, person, 'member');
  const { prefix } = await createKey(app.client, person, {});
  return named.replaceAll('trib_1a2B3c4D', `trib_${prefix}`);
}

/** The id of a delivery of a crawl that has arrived. */
function deliveredOf(crawl: string): Promise<string> {
  return eventually('something is delivered', async () => {
    const { items } = (await app.get(`/api/v1/crawl/${crawl}/deliveries/`)).body;
    return items.find(({ state }: { state: string }) => state === 'delivered')?.id;
  });
}

async function run(command: string, args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(command, args, { env: environment, timeout: 30_000 });
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? 1))),
  ]);
  return { code, output: output + errors };
}

const samples = (operation: ReferenceOperation) =>
  samplesOf(operation, exampleRequest(operation), app.urls[0] as string);

describe('the samples run', () => {
  test.skipIf(runners.curl === null)('curl (skipped where there is none)', { timeout: 300_000 }, async () => {
    for (const operation of operations) {
      const { output = '' } = (await runners.curl?.(await withExamples(operation, samples(operation).curl))) ?? {};
      const status = output.trim().split('\n').at(-1);
      expect(status, `${operation.id}: ${output.slice(0, 300)}`).toMatch(/^20[012]$/);
    }
  });

  test.skipIf(runners.python === null)('Python (skipped where there is none)', { timeout: 300_000 }, async () => {
    for (const operation of operations) {
      const ran = await runners.python?.(await withExamples(operation, samples(operation).python));
      expect(ran?.code, `${operation.id}: ${ran?.output.slice(-300)}`).toBe(0);
    }
  });

  test('TypeScript compiles with the types of the client', { timeout: 120_000 }, () => {
    const folder = path.resolve('.data', `samples-${process.pid}`);
    mkdirSync(folder, { recursive: true });
    try {
      for (const operation of operations) {
        writeFileSync(path.join(folder, `${operation.id}.ts`), `${samples(operation).typescript}\nexport {};\n`);
      }
      const config = {
        extends: path.resolve('tsconfig.json'),
        compilerOptions: {
          noEmit: true,
          incremental: false,
          paths: { 'tributary-client': [path.resolve('lib/client/client.ts')] },
        },
        include: [`${folder}/*.ts`],
      };
      writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
      const tsc = path.resolve('node_modules/typescript/bin/tsc');
      const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
      expect(stdout).toBe('');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
