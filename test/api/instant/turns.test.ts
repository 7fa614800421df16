import { expect, test } from 'vitest';
import type { InstantServices } from '../../../api/instant/instant-answer.ts';
import { instantAnswer } from '../../../api/instant/instant-answer.ts';
import { InstantPool } from '../../../api/instant/pool.ts';

/** A pool that notes whose turn each task takes. */
class NotingPool extends InstantPool {
  readonly turns: string[] = [];

  override answer(...task: Parameters<InstantPool['answer']>): ReturnType<InstantPool['answer']> {
    this.turns.push(task[0]);
    return super.answer(...task);
  }
}

test('the keys of one person take turns as one: the threads are shared by account', async () => {
  const instantPool = new NotingPool(1);
  const services = { instantPool, config: { testNow: null } } as Partial<InstantServices> as InstantServices;
  try {
    for (const requestId of ['with one key', 'with another']) {
      const signal = () => AbortSignal.timeout(60_000);
      const requester = { requestId, account: 'ada', signal, elapsedMs: () => 0, onQueued: () => {} };
      await instantAnswer({ q: 'derivative of x^2' }, services, { ...requester, ip: '127.0.0.1', userAgent: '' });
    }
    expect(instantPool.turns).toEqual(['ada', 'ada']);
  } finally {
    await instantPool.close();
  }
});
