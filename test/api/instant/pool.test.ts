import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { instantQuery } from '../../../lib/answers/answer.ts';
import { eventually } from '../../harness/processes.ts';

/** The built version, because a thread cannot load TypeScript. */
const { InstantPool } = (await import(
  pathToFileURL(path.resolve('dist/api/instant/pool.js')).href
)) as typeof import('../../../api/instant/pool.ts');

const SHARE = 128;
let pool: InstanceType<typeof InstantPool>;

const queryOf = (q: string) => instantQuery({ q, lang: '', tz: 'UTC', now: 0, ip: '', userAgent: '' });
const ask = (caller: string, type: string, q: string) => pool.answer(caller, [type], queryOf(q));
/** Limits that even a busy machine never reaches. */
const PATIENT = { workWithinMs: 60_000, beginWithinMs: 60_000 };
const full = { status: 503, headers: { 'retry-after': '1' } };

describe('the thread pool for instant answers', () => {
  const THREADS = 2;
  const sum = (caller: string) => ask(caller, 'math', '2+2');
  /** Keeps a thread busy for some tens of milliseconds. */
  const factors = (caller: string) => ask(caller, 'number', 'prime factors of 9223371994482243049');

  describe('with time', () => {
    // One for all: a thread takes a second to load.
    beforeAll(() => {
      pool = new InstantPool(THREADS, PATIENT);
    });
    afterAll(() => pool.close());

    test('has no thread before the first use', async () => {
      expect(pool.figures().threads).toBe(0);
      await sum('one');
      await eventually('all threads have loaded', () => pool.figures().threads === THREADS);
    });

    test('queues one caller’s long tasks separately, so that others are answered meanwhile, and loses no thread', async () => {
      const long = Promise.all(Array.from({ length: 20 }, () => factors('one')));
      for (let round = 0; round < 3; round += 1) {
        expect((await factors('other'))?.data).toMatchObject({ value: '3037000493^2' });
        expect(pool.figures().waiting).toBeGreaterThan(0);
      }
      for (const answer of await long) expect(answer?.data).toMatchObject({ value: '3037000493^2' });
      expect(pool.figures()).toMatchObject({ threads: THREADS, aborted: 0, refused: 0, tasks: 0, waiting: 0 });
    });

    test('copies only the plain fields of a query to a thread, which reads it anew', async () => {
      const reading = (() => 'a function, which cannot be copied') as never;
      const query = { ...queryOf('prime factors of 12'), reading };
      expect((await pool.answer('one', ['number'], query))?.data).toMatchObject({ value: '2^2*3' });
    });

    test('keeps a thread whose task throws, and gives no answer', async () => {
      expect(await pool.answer('one', ['number'], { ...queryOf(''), q: 12 as never })).toBeNull();
      expect(pool.figures()).toMatchObject({ threads: THREADS, aborted: 0 });
      expect((await factors('one'))?.data).toMatchObject({ value: '3037000493^2' });
    });

    test('gives one caller at most half of its capacity, and the rest to others', async () => {
      const mine = Array.from({ length: SHARE }, () => sum('one'));
      await expect(sum('one')).rejects.toMatchObject(full);
      const others = Array.from({ length: SHARE }, () => sum('other'));
      await expect(sum('third')).rejects.toMatchObject(full);
      expect(pool.figures()).toMatchObject({ threads: THREADS, tasks: 2 * SHARE, refused: 2 });
      await Promise.all([...mine, ...others]);
      expect(pool.figures()).toMatchObject({ tasks: 0, waiting: 0 });
      expect((await sum('one'))?.data).toMatchObject({ value: '4' });
    });
  });

  test('refuses a task that no thread starts in time, and loses no thread', async () => {
    pool = new InstantPool(1, { ...PATIENT, beginWithinMs: 1 });
    const settled = await Promise.allSettled(Array.from({ length: 10 }, () => factors('one')));
    const refused = settled.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const one of refused) expect(one).toMatchObject({ reason: full });
    expect(settled.filter((one) => one.status === 'fulfilled' && one.value === null)).toEqual([]);
    expect(pool.figures()).toMatchObject({ threads: 1, aborted: 0, refused: refused.length, tasks: 0, waiting: 0 });
    await pool.close();
  });
});

describe('a thread that hangs or dies', () => {
  afterEach(() => pool.close());
  const THREADS = 3;
  const say = (caller: string, q: string) => ask(caller, 'any', q);
  const file = fileURLToPath(new URL('./unruly-thread.mjs', import.meta.url));
  const start = (workWithinMs = 500) => {
    pool = new InstantPool(THREADS, { file, workWithinMs, beginWithinMs: 60_000 });
  };

  test('costs only its caller the answer: one thread is always free for others', async () => {
    // Long enough for an answer to another caller in between, even on a busy machine.
    start(2_000);
    let ended = 0;
    const hanging = Array.from({ length: THREADS }, () =>
      say('one', 'hang').finally(() => {
        ended += 1;
      }),
    );
    // First while the maximum number of threads hang, then right after the first one is terminated.
    expect(await say('other', 'hello')).toBe('hello');
    expect(ended).toBe(0);
    await Promise.race(hanging);
    expect(pool.figures().waiting).toBe(1);
    expect(await say('other', 'hello again')).toBe('hello again');
    expect(ended).toBeLessThan(THREADS);
    // The last task waits for a new thread, and hangs too.
    expect(await Promise.all(hanging)).toEqual([null, null, null]);
    expect(pool.figures()).toMatchObject({ aborted: THREADS, refused: 0 });
    await eventually('the caller is answered again', () => say('one', 'hello').catch(() => null));
  });

  test('is replaced, even when all threads die at once', async () => {
    start();
    expect(await Promise.all(['one', 'two', 'three'].map((caller) => say(caller, 'die')))).toEqual([null, null, null]);
    await eventually('answers come again', () => say('one', 'hello').catch(() => null));
    await eventually('all threads are there again', () => pool.figures().threads === THREADS);
    // All capacity is free again: as many tasks as there are threads hang at the same time.
    await Promise.all(['one', 'two', 'three'].map((caller) => say(caller, 'hang')));
    expect(pool.figures()).toMatchObject({ aborted: THREADS, refused: 0, tasks: 0, waiting: 0 });
  });

  test('gets no task before it has loaded, so that loading takes nothing of the time of a task', async () => {
    process.env.UNRULY_LOAD_MS = '2500';
    try {
      start(2_000);
      expect(await Promise.all(['one', 'two', 'three'].map((caller) => say(caller, 'hello')))).toEqual(
        Array(3).fill('hello'),
      );
      expect(pool.figures().aborted).toBe(0);
    } finally {
      delete process.env.UNRULY_LOAD_MS;
    }
  });

  describe('with a replacement that cannot load', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'unruly-'));
    const lack = path.join(folder, 'lack');
    process.env.UNRULY_LACK = lack;
    afterAll(() => {
      delete process.env.UNRULY_LACK;
      rmSync(folder, { recursive: true });
    });
    const everyPlaceIsFree = async () => {
      await eventually('all threads are there again', () => pool.figures().threads === THREADS);
      const { aborted } = pool.figures();
      await Promise.all(['one', 'two', 'three'].map((caller) => say(caller, 'hang')));
      expect(pool.figures().aborted - aborted).toBe(THREADS);
    };

    test('is replaced on the second try, and others are answered meanwhile', async () => {
      start();
      expect(await say('one', 'hello')).toBe('hello');
      writeFileSync(lack, '');
      expect(await say('one', 'hang')).toBeNull();
      expect(await say('other', 'hello')).toBe('hello');
      await everyPlaceIsFree();
      expect(existsSync(lack)).toBe(false);
    });

    test('does not keep the other threads from starting', async () => {
      writeFileSync(lack, '');
      start();
      expect(await say('one', 'hello')).toBe('hello');
      // No thread of the previous test is left that could have removed the file.
      expect(pool.figures().threads).toBeLessThan(THREADS);
      await everyPlaceIsFree();
    });
  });
});
