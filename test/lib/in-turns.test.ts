import { expect, it } from 'vitest';
import { inTurns } from '../../lib/in-turns.ts';

it('does a few things in each turn of the event loop, in their order, and what else is to be done between them', async () => {
  const done: (number | 'other')[] = [];
  const all = new Promise<void>((resolve) => {
    for (let at = 0; at < 20; at++) {
      inTurns(() => {
        done.push(at);
        if (at === 19) resolve();
      });
    }
  });
  // A turn later: as late as something that has just come.
  setImmediate(() => setImmediate(() => done.push('other')));
  await all;
  expect(done.filter((one) => one !== 'other')).toEqual(Array.from({ length: 20 }, (_, at) => at));
  expect(done.indexOf('other')).toBeGreaterThan(0);
  expect(done.indexOf('other')).toBeLessThan(20);
});
