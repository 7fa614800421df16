import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { InstantPool, type InstantPoolOptions } from '../../../api/instant/pool.ts';
import { instantQuery } from '../../../lib/answers/answer.ts';
import { eventually } from '../../harness/processes.ts';

const SHARE = 128;
let pool: InstantPool;

const queryOf = (q: string) => instantQuery({ q, lang: '', tz: 'UTC', now: 0, ip: '', userAgent: '' });
const ask = (caller: string, type: string, q: string) => pool.answer(caller, [type], queryOf(q));
/** Limits that even a busy machine never reaches. */
const PATIENT = { cpuMs: 60_000, wallMs: 60_000, beginWithinMs: 60_000 };
const full = {
  status: 503,
  message: 'Too many instant answers are being worked out.',
  headers: { 'retry-after': '1' },
};
const outOfTime = {
  status: 503,
  message: 'The instant answer took too long to work out.',
  headers: { 'retry-after': '1' },
};

/** A thread that does what it is told. */
const file = fileURLToPath(new URL('./unruly-thread.mjs', import.meta.url));

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

    test('has no thread before the first use, and then one more than it needs', async () => {
      expect(pool.figures().threads).toBe(0);
      await sum('one');
      await eventually('a spare thread has loaded', () => pool.figures().threads === 2);
    });

    test('queues one caller’s long tasks separately, so that others are answered meanwhile, and loses no thread', async () => {
      const long = Promise.all(Array.from({ length: 12 }, () => factors('one')));
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
    pool = new InstantPool(1, { ...PATIENT, file, beginWithinMs: 1 });
    const settled = await Promise.allSettled(Array.from({ length: 10 }, () => ask('one', 'any', 'doze')));
    const refused = settled.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const one of refused) expect(one).toMatchObject({ reason: full });
    expect(settled.filter((one) => one.status === 'fulfilled' && one.value === null)).toEqual([]);
    expect(pool.figures()).toMatchObject({ threads: 1, aborted: 0, refused: refused.length, tasks: 0, waiting: 0 });
    await pool.close();
  });
});

test('without threads nothing is loaded, and what needs one has no answer', async () => {
  pool = new InstantPool(0, PATIENT);
  await pool.load();
  expect(await ask('one', 'number', 'prime factors of 12')).toBeNull();
  expect(pool.figures()).toEqual({ threads: 0, tasks: 0, waiting: 0, aborted: 0, refused: 0 });
  await pool.close();
});

describe('with the usual limits', () => {
  beforeAll(() => {
    pool = new InstantPool(1, { beginWithinMs: 60_000 });
  });
  afterAll(() => pool.close());

  test('the derivative of the longest product is found in time', async () => {
    const product = Array(10).fill('sin(x)').join('*');
    expect((await ask('one', 'algebra', `derivative of ${product}`))?.data).toMatchObject({
      value: '10 cos(x) sin(x)^9',
    });
  });
});

describe('a thread', () => {
  afterEach(async () => {
    delete process.env.UNRULY_LOAD_MS;
    await pool.close();
  });
  const THREADS = 4;
  const CALLERS = ['one', 'two', 'three', 'four'];
  const say = (caller: string, q: string) => ask(caller, 'any', q);
  const allSay = (q: string) => Promise.allSettled(CALLERS.map((caller) => say(caller, q)));
  const start = (options: InstantPoolOptions = {}) => {
    // A thread that hangs keeps a core busy for as long as it may.
    pool = new InstantPool(THREADS, { file, cpuMs: 150, wallMs: 60_000, beginWithinMs: 60_000, ...options });
  };
  /** More tasks at once than there are threads start another one. */
  const allLoad = () =>
    eventually('all threads have loaded', async () => {
      await allSay('hello');
      return pool.figures().threads === THREADS;
    });

  test('is there for one task after the other, and a spare', async () => {
    start();
    for (const loaded of [0, 2, 2]) {
      await eventually('the threads have loaded', () => pool.figures().threads === loaded);
      expect(await say('one', 'hello')).toBe('hello');
    }
    expect(pool.figures().threads).toBe(2);
  });

  test('that hangs costs only its caller the answer: one thread is always free for others', async () => {
    // Long enough for an answer to another caller in between: on a busy machine, the threads that hang are as late.
    start({ cpuMs: 400 });
    await allLoad();
    let ended = 0;
    const hanging = Array.from({ length: 3 }, () =>
      say('one', 'hang').finally(() => {
        ended += 1;
      }),
    );
    const all = Promise.allSettled(hanging);
    // First while as many threads hang as one caller may have, then right after the first one is terminated.
    expect(await say('other', 'hello')).toBe('hello');
    expect([ended, pool.figures().waiting]).toEqual([0, 1]);
    await Promise.race(hanging.map((one) => one.catch(() => {})));
    expect(await say('other', 'hello again')).toBe('hello again');
    expect(ended).toBeLessThan(3);
    expect(await all).toMatchObject(Array(3).fill({ reason: outOfTime }));
    expect(pool.figures()).toMatchObject({ aborted: 3, refused: 0 });
  });

  test('that hangs does not keep its caller waiting for another to load: there is a spare', async () => {
    start({ beginWithinMs: 1_000 });
    await allLoad();
    // Those that would replace the lost ones do not load in time.
    process.env.UNRULY_LOAD_MS = '60000';
    for (const lost of [1, 2, 3]) {
      await expect(say('one', 'hang')).rejects.toMatchObject(outOfTime);
      expect(await say('one', 'hello')).toBe('hello');
      expect(pool.figures().threads).toBe(THREADS - lost);
    }
  });

  test('that has run out of time has not found that there is no answer', async () => {
    start({ wallMs: 500 });
    await expect(say('one', 'sleep')).rejects.toMatchObject(outOfTime);
    expect(pool.figures()).toMatchObject({ aborted: 1, refused: 0, tasks: 0 });
  });

  test.runIf(existsSync('/proc/thread-self/schedstat'))('that gets no CPU time is waited for', async () => {
    start();
    expect(await say('one', 'doze')).toBe('doze');
    expect(pool.figures().aborted).toBe(0);
  });

  test('ends with its pool, whatever it does', async () => {
    start();
    await allLoad();
    const hanging = allSay('hang');
    await pool.close();
    expect(await hanging).toEqual(Array(THREADS).fill({ status: 'fulfilled', value: null }));
  });

  test('that dies is replaced, even when all threads die at once', async () => {
    start();
    await allLoad();
    expect(await allSay('die')).toEqual(Array(THREADS).fill({ status: 'fulfilled', value: null }));
    await eventually('answers come again', () => say('one', 'hello').catch(() => null));
    await eventually('all threads are there again', () => pool.figures().threads === THREADS);
    // All capacity is free again: as many tasks as there are threads hang at the same time.
    await allSay('hang');
    expect(pool.figures()).toMatchObject({ aborted: THREADS, refused: 0, tasks: 0, waiting: 0 });
  });

  test('gets no task before it has loaded, so that loading takes nothing of the time of a task', async () => {
    process.env.UNRULY_LOAD_MS = '2500';
    start({ wallMs: 2_000 });
    expect(await allSay('hello')).toMatchObject(Array(THREADS).fill({ value: 'hello' }));
    expect(pool.figures().aborted).toBe(0);
  });

  describe('whose replacement cannot load', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'unruly-'));
    const lack = path.join(folder, 'lack');
    process.env.UNRULY_LACK = lack;
    afterAll(() => {
      delete process.env.UNRULY_LACK;
      rmSync(folder, { recursive: true });
    });
    const everyPlaceIsFree = async () => {
      await allLoad();
      const { aborted } = pool.figures();
      await allSay('hang');
      expect(pool.figures().aborted - aborted).toBe(THREADS);
    };

    test('is replaced on the second try, and others are answered meanwhile', async () => {
      start();
      await allLoad();
      writeFileSync(lack, '');
      await expect(say('one', 'hang')).rejects.toMatchObject(outOfTime);
      expect(await say('other', 'hello')).toBe('hello');
      await eventually('all threads are there again', () => pool.figures().threads === THREADS);
      expect(existsSync(lack)).toBe(false);
      await everyPlaceIsFree();
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
