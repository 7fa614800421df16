import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  correctionAmong,
  presentSuggestions,
  suggestionsFrom,
  suggestionsSchema,
} from '../../../lib/search/suggestions.ts';
import { runs } from '../../harness/fuzz.ts';

describe('suggestions from a provider', () => {
  it('are strings, or objects with the text under any of the usual names', () => {
    const list = ['a', { phrase: 'b' }, { value: 'c' }, { query: 'd' }];
    expect(suggestionsFrom(list)).toEqual({ suggestions: ['a', 'b', 'c', 'd'] });
  });

  it('are plain text, and empty ones are dropped', () => {
    const list = [' <b>a</b>\n&amp; b ', '', '<br>', null, 7, [], ['x'], {}, { phrase: 7 }, { title: 'x' }];
    expect(suggestionsFrom(list)).toEqual({ suggestions: ['a & b'] });
  });

  it('are no longer than a useful query', () => {
    expect(suggestionsFrom(['x'.repeat(10_000)]).suggestions[0]).toHaveLength(200);
  });

  it('match their schema, for any input', () => {
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

describe('displayed suggestions', () => {
  it('keep their order', () => {
    expect(presentSuggestions(['c', 'a', 'b'], 'q')).toEqual(['c', 'a', 'b']);
  });

  it('are at most ten', () => {
    const many = Array.from({ length: 30 }, (_, i) => `s${i}`);
    expect(presentSuggestions(many, 'q')).toEqual(many.slice(0, 10));
  });

  it('never include the query itself, in any spelling', () => {
    expect(presentSuggestions(['node', 'Node', ' NODE ', 'node  js', 'cafe\u0301'], 'node')).toEqual([
      'node  js',
      'cafe\u0301',
    ]);
    expect(presentSuggestions(['cafe\u0301', 'node js'], 'Café')).toEqual(['node js']);
    expect(presentSuggestions(['node  js'], 'node js')).toEqual([]);
  });

  it('are ten even if the query and duplicates were among the first ten', () => {
    const many = ['q', 'Q', 's0', 'S0', ...Array.from({ length: 30 }, (_, i) => `s${i}`)];
    expect(presentSuggestions(many, 'q')).toEqual(Array.from({ length: 10 }, (_, i) => `s${i}`));
  });

  it('are unique, with the first spelling kept', () => {
    expect(presentSuggestions(['Node.js', 'node.js', 'NODE.JS', 'node'], 'nod')).toEqual(['Node.js', 'node']);
  });
});

describe('a correction among suggestions', () => {
  it.each([
    ['javscript', ['javascript', 'javascript tutorial'], 'javascript'],
    ['javscript', ['javscript course', 'javascript course'], 'javascript'],
    ['new yrok hotel', ['new york hotels in june'], 'new york hotels'],
    ['linux', ['linux', 'linux mint'], ''],
    ['cat', ['dog', 'catalogue'], ''],
    ['xyzzy', [], ''],
  ])('of %s is what it may have meant, and no more of it', (q, suggestions, correction) => {
    expect(correctionAmong(suggestions, q)).toBe(correction);
  });
});
