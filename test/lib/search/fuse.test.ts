import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fused, fuse as fuseLists, type Sameness } from '../../../lib/search/fuse.ts';
import { runs } from '../../harness/fuzz.ts';

/** A row that represents the same thing as any other row with one of its names. */
interface Row {
  names: string[];
  text: string;
}

const sameness: Sameness<Row> = {
  identity: ({ names }) => [...names].sort().join('+'),
  keys: ({ names }) => names,
  fill: (row, other) => ({ ...row, text: row.text || other.text }),
};
/** Fuses lists of equal weight, and reports the lists of each result. */
function fuse(lists: readonly Row[][], by: Sameness<Row>): (Fused<Row> & { lists: number[] })[] {
  const fused = fuseLists(
    lists.map((rows) => ({ weight: 1, rows })),
    by,
  );
  return fused.map((result) => ({ ...result, lists: result.mentions.map(({ list }) => list) }));
}
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
    // Counting it twice would give 1/12 + 1/13 > 1/11.
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
  });

  it('are never merged if one list has both, not even through a third', () => {
    const [a, b, tie] = [row('p1+t1', 'a'), row('p2+t2', 'b'), row('p1+t2', 'tie')];
    expect(order([a, b, tie])).toEqual(['p1+t1', 'p2+t2', 'p1+t2']);
    expect(fuse([[a, b], [tie]], sameness)).toMatchObject([
      { row: { text: 'a' }, lists: [0, 1] },
      { row: { text: 'b' }, lists: [0] },
    ]);
  });

  it('are merged with the one that has all their names before one that shares some', () => {
    const fused = fuse([[row('t+p2'), row('t+p1')], [row('t+p1', 'same')]], sameness);
    expect(fused).toMatchObject([
      { row: { names: ['t', 'p1'], text: 'same' }, lists: [0, 1] },
      { row: { names: ['t', 'p2'], text: '' }, lists: [0] },
    ]);
  });

  it('are merged if a third connects them, each in a list of its own', () => {
    const chain = [[row('1+2')], [row('3+4')], [row('5+6')], [row('2+3')], [row('4+5')]];
    expect(fuse(chain, sameness)).toMatchObject([{ lists: [0, 1, 2, 3, 4] }]);
  });

  it('are kept apart if they share a name but do not agree', () => {
    const agree = (one: Row, other: Row) => one.text === other.text;
    expect(fuse([[row('a+b', '1')], [row('a+c', '2')], [row('a+d', '1')]], { ...sameness, agree })).toMatchObject([
      { lists: [0, 2] },
      { lists: [1] },
    ]);
  });
});

describe('the score', () => {
  it('is 1 for a thing that is first in every list, and the share of each list follows its weight and rank', () => {
    const weighted = (...lists: [number, string[]][]) =>
      fuseLists(
        lists.map(([weight, names]) => ({ weight, rows: list(...names) })),
        sameness,
      );
    expect(weighted([1, ['x']], [0.3, ['x']], [0.7, ['x']])[0]).toMatchObject({ score: 1 });
    const [x, y] = weighted([1, ['x', 'y']], [0.5, ['y']]);
    // 1/12 + 0.5/11 beats 1/11.
    expect(x).toMatchObject({
      row: { names: ['y'] },
      mentions: [
        { list: 0, rank: 2 },
        { list: 1, rank: 1 },
      ],
    });
    expect(x?.score).toBeCloseTo((11 / 12 + 0.5) / 1.5, 12);
    expect(x?.mentions[0]?.share).toBeCloseTo(11 / 12 / (11 / 12 + 0.5), 12);
    expect(y?.score).toBeCloseTo(1 / 1.5, 12);
    expect(y?.mentions).toEqual([{ list: 0, rank: 1, share: 1 }]);
  });

  it('counts a list without results, because it could have had the thing', () => {
    expect(fuse([list('x'), []], sameness)[0]?.score).toBe(0.5);
  });

  it('orders equal ranks by the weight of their lists', () => {
    const lists = [
      { weight: 0.5, rows: list('a') },
      { weight: 1, rows: list('b') },
    ];
    expect(fuseLists(lists, sameness).map((fused) => fused.row.names)).toEqual([['b'], ['a']]);
  });

  it('can be computed of fused lists again', () => {
    const group = fuse([list('a', 'x'), list('b', 'x')], sameness).map((fused) => fused.row);
    expect(order(group, list('x', 'c'))).toEqual(['x', 'a', 'c', 'b']);
  });
});

/** The names of a thing in a fixed order. */
const sorted = (text: string) => text.split('+').sort().join('+');

describe('fusing any lists', () => {
  const listsOf = (maxNames: number) => {
    const names = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { minLength: 1, maxLength: maxNames });
    const rows = fc.array(
      names.map((some) => ({ names: some, text: some.join('+') })),
      { maxLength: 8 },
    );
    return fc.tuple(rows, rows, rows);
  };
  const lists = listsOf(1);
  const linked = listsOf(2);

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
        return exact.reduce((sum, rank, at) => sum + (at === 0 ? 1 : 5 / (4 + rank)) / (10 + rank), 0);
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

  it('never merges two different things of one list, and loses none', () => {
    const seen = { ...sameness, fill: (one: Row, other: Row) => ({ ...one, text: `${one.text} ${other.text}` }) };
    fc.assert(
      fc.property(linked, (all) => {
        const fused = fuse(all, seen);
        const texts = fused.flatMap(({ row: { text } }) => text.split(' '));
        expect(new Set(texts.map(sorted))).toEqual(new Set(all.flat().map(({ text }) => sorted(text))));
        for (const { row: one, lists: some } of fused) {
          const things = new Set(one.text.split(' ').map(sorted));
          for (const list of all) {
            expect(new Set(list.map(({ text }) => sorted(text)).filter((name) => things.has(name))).size).toBeLessThan(
              2,
            );
          }
          expect(new Set(some).size).toBe(some.length);
        }
      }),
      { numRuns: runs() },
    );
  });

  it('does not change its input', () => {
    fc.assert(
      fc.property(linked, (all) => {
        const before = structuredClone(all);
        fuse(all, sameness);
        expect(all).toEqual(before);
      }),
      { numRuns: runs() },
    );
  });
});
