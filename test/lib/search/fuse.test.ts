import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuse, type Sameness } from '../../../lib/search/fuse.ts';
import { runs } from '../../harness/fuzz.ts';

/** A row that represents the same thing as any other row with one of its names. */
interface Row {
  names: string[];
  text: string;
}

const sameness: Sameness<Row> = {
  keys: ({ names }) => names,
  fill: (row, other) => ({ ...row, text: row.text || other.text }),
};
const row = (names: string, text = ''): Row => ({ names: names.split('+'), text });
const list = (...names: string[]) => names.map((name) => row(name));
const order = (...lists: Row[][]) => fuse(lists, sameness).map((fused) => fused.row.names.join('+'));

describe('fusing lists', () => {
  it('keeps the order of a single list', () => {
    expect(order(list('c', 'a', 'b'))).toEqual(['c', 'a', 'b']);
    expect(order([], list('c', 'a'), [])).toEqual(['c', 'a']);
    expect(order()).toEqual([]);
  });

  it('ranks things in more lists first', () => {
    expect(order(list('a', 'x'), list('b', 'x'))).toEqual(['x', 'a', 'b']);
  });

  it('uses the row of the list that ranked it best, and fills its gaps from the others', () => {
    const first = [row('a'), row('x', 'from the first')];
    const second = [row('x', 'from the second')];
    const gap = [row('x')];
    expect(fuse([first, second], sameness)[0]?.row.text).toBe('from the second');
    expect(fuse([second, first], sameness)[0]?.row.text).toBe('from the second');
    expect(fuse([first, gap], sameness)[0]?.row.text).toBe('from the first');
    expect(fuse([gap, first], sameness)[0]?.row.text).toBe('from the first');
  });

  it('reports the lists of a thing, in order', () => {
    const [x] = fuse([list('a', 'b', 'x'), list('c'), list('x')], sameness);
    expect(x).toMatchObject({ row: { names: ['x'] }, lists: [0, 2] });
  });

  it('counts a thing once per list, with its better rank', () => {
    // Counting it twice would give 1/62 + 1/63 > 1/61.
    expect(order(list('a', 'x', 'x', 'x'), list('b'))).toEqual(['a', 'b', 'x']);
    expect(fuse([list('x', 'x', 'x')], sameness)).toMatchObject([{ lists: [0] }]);
  });

  it('ignores the text of a second mention in the same list', () => {
    expect(fuse([[row('x'), row('x', 'second mention')]], sameness)[0]?.row.text).toBe('');
  });

  it('breaks a tie by the best rank, then by the list', () => {
    expect(order(list('a1', 'a2'), list('b1', 'b2'))).toEqual(['a1', 'b1', 'a2', 'b2']);
    expect(order(list('x', 'y'), list('y', 'x'))).toEqual(['x', 'y']);
  });
});

describe('things with several names', () => {
  it('are merged if they share any of them', () => {
    expect(fuse([[row('page+thumb')], [row('other+thumb')]], sameness)).toMatchObject([{ lists: [0, 1] }]);
    expect(fuse([[row('page+thumb')], [row('page+another')]], sameness)).toMatchObject([{ lists: [0, 1] }]);
    expect(fuse([[row('page+thumb')], [row('other+another')]], sameness)).toHaveLength(2);
  });

  it('are merged if a third connects them, in any order', () => {
    const a = [row('p1+t1', 'a')];
    const b = [row('p2+t2', 'b')];
    const tie = [row('p1+t2', 'tie')];
    for (const lists of [
      [a, b, tie],
      [a, tie, b],
      [tie, a, b],
    ]) {
      expect(fuse(lists, sameness)).toMatchObject([{ lists: [0, 1, 2] }]);
    }
    expect(fuse([[...a, ...b, ...tie]], sameness)).toMatchObject([{ row: { text: 'a' }, lists: [0] }]);
  });

  it('are merged along a chain that closes at its end', () => {
    const chain = [[row('1+2')], [row('3+4')], [row('5+6')], [row('2+3'), row('4+5')]];
    expect(fuse(chain, sameness)).toMatchObject([{ lists: [0, 1, 2, 3] }]);
  });
});

describe('fusing any lists', () => {
  const names = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { minLength: 1, maxLength: 2 });
  const rows = fc.array(
    names.map((some) => ({ names: some, text: '' })),
    { maxLength: 8 },
  );
  const lists = fc.tuple(rows, rows, rows);

  /** Which names mean the same thing, computed in the simplest way. */
  function things(all: readonly Row[][]): Map<string, Set<string>> {
    const sets = new Map<string, Set<string>>();
    for (const { names: some } of all.flat()) {
      const joined = new Set(some.flatMap((name) => [name, ...(sets.get(name) ?? [])]));
      for (const name of joined) sets.set(name, joined);
    }
    return sets;
  }

  it('has each thing once, and loses none', () => {
    fc.assert(
      fc.property(lists, (all) => {
        const expected = new Set(things(all).values());
        const found = fuse(all, sameness).map((fused) => things(all).get(fused.row.names[0] ?? ''));
        expect(found.length).toBe(expected.size);
        expect(new Set(found.map((set) => [...(set ?? [])].sort().join())).size).toBe(expected.size);
      }),
      { numRuns: runs() },
    );
  });

  it('scores by the best rank in each list, in any order of the lists', () => {
    const scores = (all: readonly Row[][]) => {
      const same = things(all);
      return fuse(all, sameness).map((fused) => {
        const thing = same.get(fused.row.names[0] ?? '');
        const ranks = all.map((some) => some.findIndex((item) => thing?.has(item.names[0] ?? '')) + 1);
        expect(fused.lists).toEqual(ranks.flatMap((rank, index) => (rank > 0 ? [index] : [])));
        const exact = ranks.filter((rank) => rank > 0).sort((a, b) => a - b);
        return exact.reduce((sum, rank) => sum + 1 / (60 + rank), 0);
      });
    };
    fc.assert(
      fc.property(lists, fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), (all, turn) => {
        const there = scores(all);
        expect(there).toEqual([...there].sort((a, b) => b - a));
        expect(scores(turn.map((index) => all[index] ?? []))).toEqual(there);
      }),
      { numRuns: runs() },
    );
  });

  it('does not change its input', () => {
    fc.assert(
      fc.property(lists, (all) => {
        const before = structuredClone(all);
        fuse(all, sameness);
        expect(all).toEqual(before);
      }),
      { numRuns: runs() },
    );
  });
});
