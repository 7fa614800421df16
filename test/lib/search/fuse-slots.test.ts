import { describe, expect, it } from 'vitest';
import { fuse } from '../../../lib/search/fuse.ts';
import { fuseSlots } from '../../../lib/search/fuse-slots.ts';

const sameness = { identity: (row: string) => row, fill: (row: string) => row };
const list = (slot: string, rows: string[], weight = 1, index?: string) => ({ slot, weight, rows, index });
const order = (lists: ReturnType<typeof list>[]) => fuseSlots(lists, sameness).map(({ row }) => row);

describe('slots', () => {
  it('with one engine each are fused like plain lists', () => {
    const lists = [list('a', ['x', 'y', 'x', 'z']), list('b', ['z', 'w']), list('c', ['w', 'x'], 0.6)];
    expect(fuseSlots(lists, sameness)).toEqual(fuse(lists, sameness));
  });

  it('with many engines count no more than one with a single engine', () => {
    // Three engines of one slot agree on x, two slots on y.
    const group = ['one', 'two', 'three'].map(() => list('c', ['x', 'y']));
    expect(order([list('a', ['y']), ...group])[0]).toBe('y');
  });

  it('rank what several of their engines found before what one found', () => {
    expect(order([list('c', ['x', 'y']), list('c', ['z', 'y'])])).toEqual(['y', 'x', 'z']);
  });

  it('weigh as much as their heaviest engine', () => {
    expect(order([list('a', ['x'], 0.6), list('c', ['y'], 1), list('c', ['z'], 0.5)])[0]).toBe('y');
  });

  it('tell which engine has a result at which rank, with shares that add up to 1', () => {
    const [first] = fuseSlots([list('a', ['y', 'x']), list('c', ['w', 'x']), list('c', ['x'])], sameness);
    expect(first).toMatchObject({
      row: 'x',
      mentions: [
        { list: 0, rank: 2 },
        { list: 1, rank: 2 },
        { list: 2, rank: 1 },
      ],
    });
    expect(first?.mentions.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  });

  it('count once for a result that all of them have from one index', () => {
    const google = (slot: string, rows: string[]) => list(slot, rows, 1, 'google');
    // The second slot has x from Google only, and y from another engine too.
    const lists = [google('a', ['z', 'x', 'y']), google('b', ['x', 'y']), list('b', ['w', 'y'])];
    expect(order([list('a', ['z', 'x', 'y']), list('b', ['x', 'y']), list('b', ['w', 'y'])])[0]).toBe('x');
    expect(order(lists)).toEqual(['y', 'z', 'x', 'w']);
    expect(fuseSlots([google('a', ['x']), google('b', ['x'])], sameness)[0]?.score).toBe(1);
  });
});
