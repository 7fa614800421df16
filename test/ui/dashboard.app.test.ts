import { Queue } from 'bullmq';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queueOptions } from '../../jobs/job.ts';
import { readAudit } from '../../lib/audit/read-audit.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { eventually } from '../harness/processes.ts';
import { addWebs } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { Visitor } from '../harness/visitor.ts';

const BOARD = '/admin/queues';
const QUERY = 'canaryquery4d81';
const listOf = (status: string) => `${BOARD}/api/queues?activeQueue=fan-out&status=${status}&page=1&jobsPerPage=10`;
const FAILED = listOf('failed');
let app: TestApp;
let root: Visitor;
let user: Visitor;
/** Signed in to a web process with a writable dashboard. */
let writer: Visitor;

beforeAll(async () => {
  app = await TestApp.start({ queue: 'redis' });
  const { writing } = await addWebs(app, { writing: { DASHBOARD_WRITE: 'true' } });
  root = await Visitor.signedIn(app, 'root', { admin: true });
  user = await Visitor.signedIn(app, 'user');
  writer = await Visitor.signedIn(app, 'writer', { admin: true, web: writing });
  for (const engine of ['brave', 'mojeek', 'marginalia']) await app.knobs(engine, { status: 500 });
  await app.search(QUERY);
  await app.reset();
  await app.knobs('brave', { status: 500 });
  expect((await app.search(`${QUERY} answered`)).status).toBe(200);
});
afterAll(() => app?.stop());

interface Board {
  queues: { name: string; readOnlyMode: boolean; jobs: { id: string; data: Record<string, unknown> }[] }[];
}
const board = async (visitor: Visitor, path: string): Promise<Board> => JSON.parse((await visitor.get(path)).text);
/** A failed call, which stays in the queue for the dashboard. */
const failedJob = () =>
  eventually('a failed call is listed', async () => {
    const { queues } = await board(root, FAILED);
    return queues.find(({ name }) => name === 'fan-out')?.jobs[0];
  });
const put = (visitor: Visitor, path: string, origin = visitor.url) =>
  fetch(`${visitor.url}${BOARD}${path}`, { method: 'PUT', headers: { cookie: visitor.cookie, origin } });
const isPaused = async () => {
  const queue = new Queue('fan-out', { connection: app.client, ...queueOptions('fan-out') });
  try {
    return await queue.isPaused();
  } finally {
    await queue.close();
  }
};

describe('the queue dashboard', () => {
  test('serves all of its URLs, including its static files, only to administrators', async () => {
    const { text } = await root.get(BOARD);
    const files = [...text.matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, file]) => `${BOARD}/${file}`);
    expect(files.length).toBeGreaterThan(3);
    const paths = [BOARD, `${BOARD}/`, `${BOARD}/queue/fan-out`, `${BOARD}/queue/fan-out/1`, `${BOARD}/job-schedulers`];
    const api = ['/api/queues', '/api/redis/stats', '/api/job-schedulers', '/api/queues/fan-out/workers'];
    const nobody = new Visitor(root.url);
    for (const path of [...paths, ...files, ...api.map((path) => BOARD + path)]) {
      const [allowed, refused, unknown] = [await root.get(path), await user.get(path), await nobody.get(path)];
      expect([path, allowed.status, refused.status, unknown.status]).toEqual([path, 200, 403, 303]);
      expect(refused.headers.get('content-type')).toContain('text/html');
      expect(refused.text).toContain('This page is for administrators.');
      expect(unknown.location).toBe(`/login?next=${encodeURIComponent(path)}`);
      expect(unknown.text).toBe('');
    }
    expect((await nobody.get(`${BOARD}/static/../../static/js/main.js`)).status).not.toBe(200);
    expect((await nobody.get(`${BOARD}/nothing`)).status).toBe(303);
    const nothing = await root.get(`${BOARD}/nothing`);
    expect([nothing.status, nothing.text.includes('<h1>Not found</h1>')]).toEqual([404, true]);
  });

  test('lists the queues of calls and of probes', async () => {
    const { queues } = await board(root, `${BOARD}/api/queues`);
    expect(queues.map(({ name }) => name)).toEqual(['fan-out', 'probes']);
  });

  test('shows the outcome of every engine of a failed job', async () => {
    const { failedReason, data } = (await failedJob()) as unknown as { failedReason: string; data: object };
    expect(failedReason).toBe('brave: upstream, mojeek: upstream, marginalia: upstream');
    expect(data).toMatchObject({ calls: [{ provider: 'brave' }, { provider: 'mojeek' }, { provider: 'marginalia' }] });
  });

  test('shows a job of which one engine failed as completed, without its input', async () => {
    const completed = await eventually('it is listed', async () => {
      const { queues } = await board(root, listOf('completed'));
      return queues.find(({ name }) => name === 'fan-out')?.jobs[0];
    });
    expect(completed).toMatchObject({ returnValue: 'brave: upstream, mojeek: ok, marginalia: ok' });
    const stored = await app.client.hget(`${queueOptions('fan-out').prefix}:fan-out:${completed.id}`, 'data');
    expect(JSON.parse(stored ?? '')).toEqual({ kind: 'fan-out', operation: 'web', requestId: expect.any(String) });
    const { queues } = await board(root, FAILED);
    expect(queues[0]).toMatchObject({ counts: { failed: 1, completed: 1 } });
  });

  test('loads nothing from other hosts', async () => {
    const { text, headers } = await root.get(BOARD);
    expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    // Without these, it shows nothing.
    expect(policy).toContain("style-src 'self' 'unsafe-inline'");
    expect(policy).toContain("base-uri 'self'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('shows neither the query nor its sealed form', async () => {
    const job = await failedJob();
    expect(job.data).toMatchObject({ operation: 'web', input: '(sealed)' });
    const one = await root.get(`${BOARD}/api/queues/fan-out/${job.id}`);
    const flow = await root.get(`${BOARD}/api/queues/fan-out/${job.id}/flow`);
    const stored = await app.client.hget(`${queueOptions('fan-out').prefix}:fan-out:${job.id}`, 'data');
    const { input } = JSON.parse(stored ?? '{}') as { input: string };
    expect(input.length).toBeGreaterThan(20);
    for (const { text } of [one, flow, await root.get(FAILED)]) {
      expect(text).not.toContain(input);
      expect(text).not.toContain(QUERY);
    }
  });

  test('is read-only by default', async () => {
    const job = await failedJob();
    const { queues } = await board(root, `${BOARD}/api/queues`);
    expect(queues.every(({ readOnlyMode }) => readOnlyMode)).toBe(true);
    for (const path of [
      '/queues/fan-out/pause',
      '/queues/pause',
      `/queues/fan-out/${job.id}/clean`,
      '/queues/fan-out/empty',
    ]) {
      expect((await put(root, `/api${path}`)).status).toBe(403);
    }
    expect(await isPaused()).toBe(false);
    expect((await failedJob()).id).toBe(job.id);
  });

  test('lets administrators change queues from its own pages when the setting allows it', async () => {
    const pause = '/api/queues/fan-out/pause';
    const stranger = new Visitor(writer.url);
    stranger.cookie = user.cookie;
    expect((await put(stranger, pause)).status).toBe(403);
    expect((await put(writer, pause, 'https://evil.example')).status).toBe(403);
    expect(await isPaused()).toBe(false);
    expect((await put(writer, pause)).status).toBe(200);
    expect(await isPaused()).toBe(true);
    expect((await put(writer, '/api/queues/fan-out/resume')).status).toBe(200);
    expect(await isPaused()).toBe(false);
    const { items } = await readAudit(app.client, { action: 'queue changed' }, { limit: 10 });
    expect(items.map(({ account, via, target }) => [account, via, target])).toEqual([
      ['writer', 'page', 'PUT api/queues/fan-out/resume'],
      ['writer', 'page', 'PUT api/queues/fan-out/pause'],
    ]);
  });

  test('changes nothing if the entry in the audit log cannot be written', async () => {
    await app.client.set(redisKeys.audit, 'not a stream');
    expect((await put(writer, '/api/queues/fan-out/pause')).status).toBe(500);
    expect(await isPaused()).toBe(false);
  });
});
