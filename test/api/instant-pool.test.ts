import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { askedFor } from '../../lib/answers/answer.ts';
import { eventually } from '../harness/processes.ts';

/** As it was built: a thread does not load TypeScript. */
const { InstantPool } = (await import(
  pathToFileURL(path.resolve('dist/api/instant-pool.js')).href
)) as typeof import('../../api/instant-pool.ts');

const THREADS = 2;
const SHARE = 128;
let pool: InstanceType<typeof InstantPool>;
beforeEach(() => {
  pool = new InstantPool(THREADS);
});
afterEach(() => pool.close());

const ask = (caller: string, type: string, q: string) =>
  pool.answer(caller, [type], askedFor({ q, lang: '', tz: 'UTC', now: 0, ip: '', userAgent: '' }));
const sum = (caller: string) => ask(caller, 'math', '2+2');
const full = { status: 503, headers: { 'retry-after': '1' } };

describe('the threads for instant answers', () => {
  test('one caller fills a half of the places, and no more; others have the rest', async () => {
    const mine = Array.from({ length: SHARE }, () => sum('one'));
    await expect(sum('one')).rejects.toMatchObject(full);
    const others = Array.from({ length: SHARE }, () => sum('other'));
    await expect(sum('third')).rejects.toMatchObject(full);
    expect(pool.figures()).toMatchObject({ threads: THREADS, tasks: 2 * SHARE, refused: 2 });
    await Promise.all([...mine, ...others]);
    expect(pool.figures()).toMatchObject({ tasks: 0, waiting: 0 });
    expect((await sum('one'))?.data).toMatchObject({ value: '4' });
  });

  test('what does not end in time is ended with its thread; others take their place, and answers come again', async () => {
    // Each takes a thread some tens of milliseconds: all of them together take both of them far longer than a task may.
    const long = Array.from({ length: SHARE }, () => ask('one', 'number', 'prime factors of 9223371994482243049'));
    const answers = await Promise.all(long);
    expect(answers).toContain(null);
    expect(pool.figures().aborted).toBe(answers.filter((answer) => answer === null).length);
    // Not at once: all threads were ended together, and a task's time runs while new ones load.
    const answer = await eventually('the next caller is answered', () => sum('other'));
    expect(answer.data).toMatchObject({ value: '4' });
    await eventually('both threads are there again', () => pool.figures().threads === THREADS);
    expect(pool.figures()).toMatchObject({ tasks: 0, waiting: 0 });
  });
});
