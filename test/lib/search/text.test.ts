import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLines, cleanText, queryFor, truncate } from '../../../lib/search/text.ts';
import { anyCharacter, runs } from '../../harness/fuzz.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the tests look for control characters.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const TAG = /<[a-z/!][^<>]*>/i;
const clean = (value: unknown) => cleanText(value, 300);

/** Text with everything that has caused bugs: tags, entities, control characters, lone surrogates. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...['<b>', '</b>', '<', '>', '<!--', '-->', '<script>', '</script>', '<a href="', '"', "'", '/', '!'],
        ...['&amp;', '&lt;', '&gt;', '&#0;', '&#x1b;', '&#xD800;', '&nbsp;', '&', ';', '#', '&unknown;'],
        ...['\u0000', '\u001b', '\u007f', '\u0085', '\ufeff', '\ud800', '\udc00', '😀', '\u2028', '\u3000', ' ', '\n'],
      ),
      fc.string(),
      fc.string({ unit: anyCharacter }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

describe('text from an upstream', () => {
  it('loses its tags, but not their content', () => {
    expect(clean('Present-day <strong>climate change</strong> includes <em class="x">both</em>')).toBe(
      'Present-day climate change includes both',
    );
    expect(clean('<span class="searchmatch">Node</span> <img src=x onerror=alert(1)> here')).toBe('Node here');
    expect(clean('<script>alert(1)</script><!-- note --><!DOCTYPE html>end')).toBe('alert(1) end');
  });

  it('keeps words and their punctuation together at the end of a highlight', () => {
    expect(clean('<strong>climate</strong>s of <b>Node</b>.js, and <em>more</em>!')).toBe(
      'climates of Node.js, and more!',
    );
  });

  it('keeps a space where a line break or a block separated words', () => {
    expect(clean('one<br>two<br/>three</p><p>four<li>five')).toBe('one two three four five');
  });

  it('does not become a tag when a tag is removed from its middle', () => {
    for (const text of [
      '<img<b> src=x onerror=alert(1)>',
      '<<b>script>alert(1)',
      '<scr<b>ipt>alert(1)',
      '<<b></b>b>',
      '<<br>img src=x onerror=alert(1)>',
    ]) {
      expect(clean(text)).not.toMatch(TAG);
    }
  });

  it('keeps a less-than sign that does not open a tag', () => {
    expect(clean('1 < 2 and 3 > 2, <3')).toBe('1 < 2 and 3 > 2, <3');
  });

  it('has no part of a tag that is longer than the field', () => {
    expect(clean(`Title <a href="https://example.org/${'x'.repeat(5_000)}">link</a>`)).not.toContain('<a');
    expect(clean(`<img alt="${'x'.repeat(5_000)}" onerror="alert(1)">`)).not.toContain('<img');
  });

  it('has its entities decoded', () => {
    expect(clean('It&#x27;s &quot;fast&quot; &amp; free &#8211; caf&eacute; &#039;24&nbsp;h&#039;')).toBe(
      "It's \"fast\" & free – café '24 h'",
    );
  });

  it('has its entities decoded exactly once', () => {
    expect(clean('&amp;lt;b&amp;gt; &amp;amp; &amp;#x27;')).toBe('&lt;b&gt; &amp; &#x27;');
  });

  it('keeps escaped text about tags', () => {
    expect(clean('The &lt;script&gt; element')).toBe('The <script> element');
  });

  it('keeps an ampersand that does not start an entity', () => {
    expect(clean('AT&T & Q&A; a&b=c')).toBe('AT&T & Q&A; a&b=c');
  });

  it('has its white space collapsed and its ends trimmed', () => {
    expect(clean(' \n a \t\r\n b\u00a0\u2003c\u2028d\u3000e  ')).toBe('a b c d e');
  });

  it('has no characters that change its direction, whether raw or as entities', () => {
    const raw = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
    expect(cleanText(`invoice${raw}fdp.exe`, 100)).toBe('invoicefdp.exe');
    expect(cleanText('<b>invoice</b>&#x202E;fdp.exe&#8297;', 100)).toBe('invoicefdp.exe');
    expect(cleanText('שלום\u200f עולם', 100)).toBe('שלום עולם');
  });

  it('has no control characters, whether raw or as entities', () => {
    expect(clean('a\u0000b\u001b[31mc\u007fd\u0085e\ufefff')).toBe('a b [31mc d e f');
    for (const text of ['a&#0;b', 'a&#x1b;b', 'a&#127;b', 'a&#x85;b']) expect(clean(text)).not.toMatch(CONTROL);
  });

  it('has no lone surrogate', () => {
    for (const text of ['a\ud83d', '\ude00b', 'a\ud83d b', '\ude00\ud83d', 'a&#xD800;b']) {
      expect(clean(text).isWellFormed()).toBe(true);
    }
    expect(clean('ok 😀')).toBe('ok 😀');
  });

  it('is empty for anything other than text', () => {
    for (const nothing of ['', ' ', '<br>', '\u0000', undefined, null, 0, 42, true, {}, [], ['text'], () => 'text']) {
      expect(clean(nothing)).toBe('');
    }
  });

  it('is cut at its maximum length, between characters', () => {
    expect(cleanText('abcdef', 4)).toBe('abcd');
    expect(cleanText('abc😀', 4)).toBe('abc');
    expect(cleanText('abc😀', 5)).toBe('abc😀');
    expect(cleanText('&amp;'.repeat(10), 4)).toBe('&&&&');
  });

  it('is trimmed again after the cut', () => {
    expect(cleanText('abc def', 4)).toBe('abc');
  });

  it('of a megabyte is processed, whatever it contains', () => {
    for (const unit of [
      'a',
      '<',
      '<a',
      '<a ',
      '<!--',
      '</',
      '>',
      '&',
      '&amp;',
      '&#',
      '&#x',
      '&lt',
      ' ',
      '\u0000',
      '\ud800',
      '😀',
    ]) {
      const text = cleanText(unit.repeat(Math.ceil(1_000_000 / unit.length)), 1_500);
      expect(text.length).toBeLessThanOrEqual(1_500);
    }
  });

  it('is plain, for any input', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 1, max: 400 }), (value, maxChars) => {
        const text = cleanText(value, maxChars);
        expect(text.length).toBeLessThanOrEqual(maxChars);
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toMatch(CONTROL);
        expect(text).not.toMatch(/\s\s/);
        expect(text).toBe(text.trim());
        // Only text about tags that was sent as entities may look like a tag.
        if (!value.includes('&')) expect(text).not.toMatch(TAG);
      }),
      { numRuns: runs() },
    );
  });
});

describe('cutting', () => {
  it('leaves a short text unchanged', () => {
    expect(truncate('abc', 3)).toBe('abc');
    expect(truncate('', 0)).toBe('');
  });

  it('never splits a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat({ max: 20 }), (text, maxChars) => {
        const cut = truncate(text, maxChars);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.isWellFormed()).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(maxChars);
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, maxChars) - 1);
      }),
      { numRuns: runs() },
    );
  });
});

describe('a query for an upstream', () => {
  it('is the query itself if it fits', () => {
    expect(queryFor('node.js "exact phrase" -site:x', 400, 50)).toBe('node.js "exact phrase" -site:x');
  });

  it('is cut to a number of words and characters', () => {
    expect(queryFor('one two three four', 400, 3)).toBe('one two three');
    expect(queryFor('one two three four', 9, 3)).toBe('one two t');
    expect(queryFor('one two three four', 8, 3)).toBe('one two');
    expect(queryFor('abc😀def', 4)).toBe('abc');
  });

  it('is on one line, without control characters', () => {
    expect(queryFor('a\r\nHost: evil\u0000 b\tc', 400)).toBe('a Host: evil b c');
  });

  it('is never too long, for any input', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 5 }), (q, chars, words) => {
        const query = queryFor(q, chars, words);
        expect(query.length).toBeLessThanOrEqual(chars);
        expect(query.split(' ').length).toBeLessThanOrEqual(words);
        expect(query).toBe(query.trim());
        expect(query).not.toMatch(CONTROL);
      }),
      { numRuns: runs() },
    );
  });
});

describe('text with line breaks', () => {
  const lines = (html: string) => cleanLines(html, 1_000).split('\n');

  it('has a line for every paragraph, break and list item', () => {
    expect(lines('<p>One</p><p>two<br>three</p>')).toEqual(['One', '', 'two', 'three']);
    expect(lines('<ul><li>a</li><li>b</li></ul>').filter(Boolean)).toEqual(['a', 'b']);
    expect(lines('<h2>Title</h2>text').filter(Boolean)).toEqual(['Title', 'text']);
  });

  it('collapses white space inside a line, and tags inside a word leave no gap', () => {
    expect(cleanLines('<p>Use  <code>sort</code>ed\n with <b>care</b>.</p>', 1_000)).toBe('Use sorted with care.');
  });

  it('keeps the lines of code, with their indentation', () => {
    const html =
      '<p>So:</p>\n<pre class="lang-py"><code>def f(x):\n    if x &lt; 1:\n\treturn 0\n</code></pre>\n<p>Done.</p>';
    expect(lines(html).filter(Boolean)).toEqual(['So:', 'def f(x):', '    if x < 1:', '\treturn 0', 'Done.']);
  });

  it('keeps an empty line of code, but never two in a row', () => {
    expect(cleanLines('<pre>a\n\nb\n\n\n\nc</pre>', 1_000)).toBe('a\n\nb\n\nc');
    expect(cleanLines('<pre>a\r\n  b</pre>', 1_000)).toBe('a\n  b');
  });

  it('continues as text after code', () => {
    expect(lines('<pre>  x</pre>y   z<pre>  w</pre>').filter(Boolean)).toEqual(['  x', 'y z', '  w']);
  });

  it('has its entities decoded once and no markup', () => {
    expect(cleanLines('<p>&lt;b&gt; &amp;lt; <script>x</script></p>', 1_000)).toBe('<b> &lt; x');
    expect(cleanLines('<img src=x onerror=alert(1)>a<a href="javascript:x">b</a>', 1_000)).toBe('ab');
  });

  it('has neither empty lines nor space around it', () => {
    expect(cleanLines('<p></p><p> </p><p>a</p><p></p>\n', 1_000)).toBe('a');
    for (const nothing of ['', ' ', '<p></p>', '<pre>\n\n</pre>', null, 7, {}, ['a']]) {
      expect(cleanLines(nothing, 1_000)).toBe('');
    }
  });

  it('is no longer than requested, and never ends in half a character', () => {
    expect(cleanLines(`<p>${'x'.repeat(5_000)}</p>`, 100)).toBe('x'.repeat(100));
    expect(cleanLines(`<p>${'😀'.repeat(100)}</p>`, 99)).toBe('😀'.repeat(49));
    expect(cleanLines('<p>a</p>'.repeat(100_000), 100).length).toBeLessThanOrEqual(100);
  });

  it('is well formed and without tags or control characters, for any input', () => {
    const piece = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom(
        '<pre>',
        '</pre>',
        '<PRE x>',
        '<p>',
        '<br/>',
        '<',
        '>',
        '&lt;',
        '&#0;',
        '\n',
        '\r\n',
        '    ',
        '<code>',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = cleanLines(pieces.join(''), 200);
        expect(text.length).toBeLessThanOrEqual(200);
        expect(text.isWellFormed()).toBe(true);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for control characters.
        expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
        expect(text).not.toMatch(/\n{3}|^\n|\s$/);
      }),
      { numRuns: runs() },
    );
  });
});
