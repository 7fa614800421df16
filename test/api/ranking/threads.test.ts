import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { RankingThreads } from '../../../api/ranking/threads.ts';
import type { ContextTask } from '../../../lib/context/context.ts';
import { eventually } from '../../harness/processes.ts';

/** A thread whose task never ends if its question is to wait. */
const folder = mkdtempSync(path.join(tmpdir(), 'ranking-'));
const file = path.join(folder, 'thread.mjs');
writeFileSync(
  file,
  'export function work({ args: [{ questions }] }) { if (questions[0] === "wait") for (;;); return questions; }',
);
const reported: Error[] = [];
const start = (taskMs: number) => new RankingThreads((error) => reported.push(error), { file, taskMs });
const [threads, hurried] = [start(60_000), start(300)];
afterAll(async () => {
  expect(reported).toEqual([]);
  await Promise.all([threads.close(), hurried.close()]);
  rmSync(folder, { recursive: true });
});

const ask = (question: string, of = threads) => of.run('context', { questions: [question] } as unknown as ContextTask);

test('a task that takes too long is ended with a 503, and others go on', async () => {
  await expect(ask('wait', hurried)).rejects.toMatchObject({ status: 503, body: { detail: 'Ranking took too long.' } });
  // On a busy machine, the thread that follows may begin too late for the first that ask.
  expect(await eventually('another task is done', () => ask('go', hurried))).toEqual(['go']);
});

test('a task is refused with a 503 when too many wait', async () => {
  const asked = Array.from({ length: 70 }, () => ask('go'));
  const ended = await Promise.allSettled(asked);
  const refused = ended.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  expect(refused).toHaveLength(6);
  expect(refused[0]?.reason).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  expect(await ask('go')).toEqual(['go']);
});
