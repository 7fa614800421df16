import { expect, test } from 'vitest';
import { checkedAtMostEvery } from '../../lib/at-most-every.ts';

const HOUR_MS = 3_600_000;

test('A check is shared within its time, and one that fails only by those who wait for it', async () => {
  const ends: (() => void)[] = [];
  let isBroken = true;
  const check = checkedAtMostEvery(HOUR_MS, async () => {
    await new Promise<void>((resolve) => ends.push(resolve));
    if (isBroken) throw new Error('broken');
    return ends.length;
  });
  const both = [check(), check()];
  ends[0]?.();
  for (const one of both) await expect(one).rejects.toThrow('broken');
  isBroken = false;
  const next = check();
  ends[1]?.();
  expect(await next).toBe(2);
  expect(await check()).toBe(2);
});
