import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { presentSuggestions, suggestionsFrom, suggestionsSchema } from '../../../lib/search/suggestions.ts';
import { runs } from '../../harness/fuzz.ts';

describe('suggestions from a provider', () => {
  it('are texts, or objects with the text under any of the usual names', () => {
    const list = ['a', { phrase: 'b' }, { value: 'c' }, { query: 'd' }];
    expect(suggestionsFrom(list)).toEqual({ suggestions: ['a', 'b', 'c', 'd'] });
  });

  it('are plain, and those that say nothing are dropped', () => {
    const list = [' <b>a</b>\n&amp; b ', '', '<br>', null, 7, [], ['x'], {}, { phrase: 7 }, { title: 'x' }];
    expect(suggestionsFrom(list)).toEqual({ suggestions: ['a & b'] });
  });

  it('are no longer than a query that is worth completing', () => {
    expect(suggestionsFrom(['x'.repeat(10_000)]).suggestions[0]).toHaveLength(200);
  });

  it('fit their schema, whatever comes', () => {
    fc.assert(
      fc.property(fc.array(fc.anything()), (list) => {
        const suggestions = suggestionsFrom(list);
        expect(suggestionsSchema.parse(suggestions)).toEqual(suggestions);
        expect(suggestions.suggestions).not.toContain('');
      }),
      { numRuns: runs() },
    );
  });
});

describe('suggestions as they are shown', () => {
  it('keep their order', () => {
    expect(presentSuggestions(['c', 'a', 'b'], 'q')).toEqual(['c', 'a', 'b']);
  });

  it('are at most ten', () => {
    const many = Array.from({ length: 30 }, (_, i) => `s${i}`);
    expect(presentSuggestions(many, 'q')).toEqual(many.slice(0, 10));
  });

  it('are never the query itself, however it is written', () => {
    expect(presentSuggestions(['node', 'Node', ' NODE ', 'node  js', 'cafe\u0301'], 'node')).toEqual([
      'node  js',
      'cafe\u0301',
    ]);
    expect(presentSuggestions(['cafe\u0301', 'node js'], 'Café')).toEqual(['node js']);
    expect(presentSuggestions(['node  js'], 'node js')).toEqual([]);
  });

  it('are ten though the query and doubles were among the first ten', () => {
    const many = ['q', 'Q', 's0', 'S0', ...Array.from({ length: 30 }, (_, i) => `s${i}`)];
    expect(presentSuggestions(many, 'q')).toEqual(Array.from({ length: 10 }, (_, i) => `s${i}`));
  });

  it('are none twice, the first spelling kept', () => {
    expect(presentSuggestions(['Node.js', 'node.js', 'NODE.JS', 'node'], 'nod')).toEqual(['Node.js', 'node']);
  });
});
