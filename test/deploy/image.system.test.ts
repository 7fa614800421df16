import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerKinds } from '../../lib/answers/registry.ts';
import { Collector } from '../harness/collector.ts';
import { bareEnvironment } from '../harness/command-line.ts';
import { sendMcp } from '../harness/mcp.ts';
import { article, PageServer } from '../harness/page-server.ts';
import { testPort } from '../harness/ports.ts';
import { eventually } from '../harness/processes.ts';
import { ProjectCopy } from '../harness/project-copy.ts';
import { Stack } from '../harness/stack.ts';
import { PASSWORD, Visitor } from '../harness/visitor.ts';
import { letThrough } from './deploy-settings.ts';

describe('a deployment of the files of the image', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tributary-image-'));
  let context: ProjectCopy;
  const inImage = (file: string) => path.join(folder, file);
  let collector: Collector;
  let stack: Stack;
  beforeAll(async () => {
    // As the Dockerfile does, from what .dockerignore lets through.
    context = new ProjectCopy(...letThrough);
    const env = bareEnvironment({ NODE_ENV: 'production' });
    for (const args of [
      ['bin/run.js', 'build'],
      ['bin/image-files.js', folder],
    ]) {
      execFileSync(process.execPath, args, { cwd: context.root, env, stdio: 'ignore' });
    }
    collector = await Collector.start();
    const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '1' };
    const pages = { EXTRACT_ALLOW: '127.0.0.1', EXTRACT_DEADLINE_MS: '60000' };
    stack = await Stack.start({ folder, env: { ...pages, ...traces, INSTANT_THREADS: '1' } });
  }, 150_000);
  afterAll(async () => {
    await stack?.stop();
    await collector?.close();
    await context?.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  test('answers a search from every engine', async () => {
    // On a busy machine, one may be too late at first.
    await eventually('three engines answer', async () => (await stack.search('linux')).body.engine?.length === 3);
    const { status, body } = await stack.search('linux');
    expect([status, body.engine]).toEqual([200, ['engine_a', 'engine_b', 'engine_c']]);
    expect(body.results.length).toBeGreaterThan(5);
  });

  test('loads what answers each kind of question by itself', async () => {
    for (const { type, example } of answerKinds.filter(({ runs }) => runs !== 'provider')) {
      // On a busy machine, a thread may be too late at first.
      await eventually(type, async () => {
        const { body } = await stack.get(`/api/v1/instant/?${new URLSearchParams({ q: example })}`);
        return body?.type === type;
      });
    }
  });

  test('loads the API reference and its files', async () => {
    const visitor = new Visitor(stack.urls[0] as string);
    for (const path of ['/docs', '/docs/web', '/static/docs.css', '/static/samples.js', '/api/v1/openapi.json']) {
      expect([path, (await visitor.get(path)).status]).toEqual([path, 200]);
    }
  });

  test('loads the check of passwords, and the queue dashboard with its files', async () => {
    const admin = await Visitor.signedIn(stack, 'root', { admin: true });
    const { status, text } = await admin.get('/admin/queues');
    const script = /src="(static\/[^"]+)"/.exec(text)?.[1];
    expect([status, script]).toEqual([200, expect.any(String)]);
    expect((await admin.get(`/admin/queues/${script}`)).status).toBe(200);
    expect((await admin.get('/admin/queues/api/queues')).status).toBe(200);
  });

  test('loads the tools for agents', async () => {
    const { status, body } = await sendMcp(stack, 'tools/list');
    expect([status, body.result.tools.length > 3]).toEqual([200, true]);
  });

  test('loads what judges new passwords', async () => {
    const person = await Visitor.signedIn(stack, 'ada');
    const { text } = await person.post('/settings/password', { current: PASSWORD, password: 'letmein12345' });
    expect(text).toContain('easy to guess');
  });

  test('loads what reads pages', async () => {
    const site = await PageServer.start();
    try {
      const url = site.serve('/article', article('Rivers', 'A tributary flows into a larger river.'));
      const { body } = await stack.get(`/api/v1/extract/?url=${encodeURIComponent(url)}`);
      expect(body.failed).toEqual([]);
      expect(body.results[0].content).toContain('flows into a larger river');
    } finally {
      await site.close();
    }
  });

  test('loads what sends traces', async () => {
    await stack.search('traced');
    await eventually('both processes have sent spans', async () => {
      const services = new Set(collector.spans.map(({ service }) => service));
      return services.has('tributary-web') && services.has('tributary-worker');
    });
  });

  test('runs the command line, which checks it', () => {
    const { status, stdout } = spawnSync(process.execPath, [inImage('dist/bin/cli.js'), 'doctor'], {
      env: stack.env,
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining('worker')]);
  });

  test.each(['PORT', 'WORKER_PORT'])('has a health check that finds the process at %s', async (name) => {
    const check = async (port: string) => {
      const child = spawn(process.execPath, [inImage('bin/health-check.js')], {
        env: { [name]: port },
        stdio: 'ignore',
      });
      const [status] = await once(child, 'exit');
      return status;
    };
    const { port } = new URL(stack.urls[0] as string);
    expect([await check(port), await check(String(await testPort()))]).toEqual([0, 1]);
  });

  test('is small: no sources, no maps, no tests, and few packages', () => {
    expect(readdirSync(folder).sort()).toEqual(['LICENSE', 'api', 'bin', 'dist', 'node_modules', 'package.json']);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.filter(({ name }) => /\.(ts|map)$/.test(name))).toEqual([]);
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
    // A sixth of it drives the browser that renders pages.
    expect(bytes).toBeLessThan(38_000_000);
  });
});
