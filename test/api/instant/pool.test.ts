import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { instantQuery } from '../../../lib/answers/answer.ts';
import { eventually } from '../../harness/processes.ts';

/** As it was built: a thread does not load TypeScript. */
const { InstantPool } = (await import(
  pathToFileURL(path.resolve('dist/api/instant/pool.js')).href
)) as typeof import('../../../api/instant/pool.ts');

const SHARE = 128;
let pool: InstanceType<typeof InstantPool>;
afterEach(() => pool.close());

const ask = (caller: string, type: string, q: string) =>
  pool.answer(caller, [type], instantQuery({ q, lang: '', tz: 'UTC', now: 0, ip: '', userAgent: '' }));
/** Limits that no machine reaches, however busy it is. */
const PATIENT = { workWithinMs: 60_000, beginWithinMs: 60_000 };
const full = { status: 503, headers: { 'retry-after': '1' } };

describe('the threads for instant answers', () => {
  const THREADS = 2;
  const sum = (caller: string) => ask(caller, 'math', '2+2');
  /** Takes a thread some tens of milliseconds. */
  const factors = (caller: string) => ask(caller, 'number', 'prime factors of 9223371994482243049');

  test('one caller fills a half of the places, and no more; others have the rest', async () => {
    pool = new InstantPool(THREADS, PATIENT);
    await sum('one');
    const mine = Array.from({ length: SHARE }, () => sum('one'));
    await expect(sum('one')).rejects.toMatchObject(full);
    const others = Array.from({ length: SHARE }, () => sum('other'));
    await expect(sum('third')).rejects.toMatchObject(full);
    expect(pool.figures()).toMatchObject({ threads: THREADS, tasks: 2 * SHARE, refused: 2 });
    await Promise.all([...mine, ...others]);
    expect(pool.figures()).toMatchObject({ tasks: 0, waiting: 0 });
    expect((await sum('one'))?.data).toMatchObject({ value: '4' });
  });

  test('one caller’s long work waits in a row of its own: others are answered meanwhile, and no thread is lost', async () => {
    pool = new InstantPool(THREADS, PATIENT);
    const long = Promise.all(Array.from({ length: 20 }, () => factors('one')));
    for (let round = 0; round < 3; round += 1) {
      expect((await factors('other'))?.data).toMatchObject({ value: '3037000493^2' });
      expect(pool.figures().waiting).toBeGreaterThan(0);
    }
    for (const answer of await long) expect(answer?.data).toMatchObject({ value: '3037000493^2' });
    expect(pool.figures()).toMatchObject({ threads: THREADS, aborted: 0, refused: 0, tasks: 0, waiting: 0 });
  });

  test('a task that no thread begins in time is refused, and no thread is lost by it', async () => {
    pool = new InstantPool(1, { ...PATIENT, beginWithinMs: 1 });
    const settled = await Promise.allSettled(Array.from({ length: 10 }, () => factors('one')));
    const refused = settled.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const one of refused) expect(one).toMatchObject({ reason: full });
    expect(settled.filter((one) => one.status === 'fulfilled' && one.value === null)).toEqual([]);
    expect(pool.figures()).toMatchObject({ threads: 1, aborted: 0, refused: refused.length, tasks: 0, waiting: 0 });
  });
});

describe('a thread that hangs or dies', () => {
  const THREADS = 3;
  const say = (caller: string, q: string) => ask(caller, 'any', q);
  const file = fileURLToPath(new URL('./unruly-thread.mjs', import.meta.url));
  const start = (workWithinMs = 500) => {
    pool = new InstantPool(THREADS, { file, workWithinMs, beginWithinMs: 60_000 });
  };

  test('costs its caller the answer, and others nothing: one thread is always theirs', async () => {
    // Long enough for an answer of the others in between, also on a busy machine.
    start(2_000);
    let ended = 0;
    const hanging = Array.from({ length: THREADS }, () =>
      say('one', 'hang').finally(() => {
        ended += 1;
      }),
    );
    // While as many hang as may, and at the moment when the first is ended and its thread is missing.
    expect(await say('other', 'hello')).toBe('hello');
    expect(ended).toBe(0);
    await Promise.race(hanging);
    expect(pool.figures().waiting).toBe(1);
    expect(await say('other', 'hello again')).toBe('hello again');
    expect(ended).toBeLessThan(THREADS);
    // The last of them waits for a new thread, and hangs too.
    expect(await Promise.all(hanging)).toEqual([null, null, null]);
    expect(pool.figures()).toMatchObject({ aborted: THREADS, refused: 0 });
    await eventually('the caller is answered again', () => say('one', 'hello').catch(() => null));
  });

  test('is replaced, also when all of them go at once', async () => {
    start();
    expect(await Promise.all(['one', 'two', 'three'].map((caller) => say(caller, 'die')))).toEqual([null, null, null]);
    await eventually('answers come again', () => say('one', 'hello').catch(() => null));
    await eventually('all threads are there again', () => pool.figures().threads === THREADS);
    // Every place is free again: as many as there are threads hang at the same time.
    await Promise.all(['one', 'two', 'three'].map((caller) => say(caller, 'hang')));
    expect(pool.figures()).toMatchObject({ aborted: THREADS, refused: 0, tasks: 0, waiting: 0 });
  });

  describe('and whose successor cannot load', () => {
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

    test('is replaced at the second try, and others have answers all the while', async () => {
      start();
      expect(await say('one', 'hello')).toBe('hello');
      writeFileSync(lack, '');
      expect(await say('one', 'hang')).toBeNull();
      expect(await say('other', 'hello')).toBe('hello');
      await everyPlaceIsFree();
      expect(existsSync(lack)).toBe(false);
    });

    test('does not keep the others from beginning', async () => {
      writeFileSync(lack, '');
      start();
      expect(await say('one', 'hello')).toBe('hello');
      // No thread of the test before is left that could have found it.
      expect(pool.figures().threads).toBeLessThan(THREADS);
      await everyPlaceIsFree();
    });
  });
});
