import { describe, expect, test } from 'vitest';
import { FairQueue } from '../../lib/fair-queue.ts';

const anybody = () => true;

function takeAll(turns: FairQueue<string>): string[] {
  const taken: string[] = [];
  for (let next = turns.take(anybody); next; next = turns.take(anybody)) taken.push(next.thing);
  return taken;
}

describe('a fair queue', () => {
  test('alternates between owners, and keeps the order of each owner', () => {
    const turns = new FairQueue<string>();
    for (const thing of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) turns.add(thing.slice(0, 1), thing);
    expect(turns.size).toBe(6);
    expect(takeAll(turns)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
    expect(turns.size).toBe(0);
  });

  test('skips an owner that may not run, which keeps its place', () => {
    const turns = new FairQueue<string>();
    for (const thing of ['a1', 'b1', 'b2']) turns.add(thing.slice(0, 1), thing);
    expect(turns.take((owner) => owner !== 'a')).toEqual({ owner: 'b', thing: 'b1' });
    expect(turns.take(() => false)).toBeUndefined();
    expect(takeAll(turns)).toEqual(['a1', 'b2']);
  });

  test('removes an item once', () => {
    const turns = new FairQueue<string>();
    for (const thing of ['a1', 'a2', 'b1']) turns.add(thing.slice(0, 1), thing);
    turns.remove('a', 'a1');
    turns.remove('a', 'a1');
    turns.remove('c', 'c1');
    expect(turns.size).toBe(2);
    expect(takeAll(turns)).toEqual(['a2', 'b1']);
  });
});
