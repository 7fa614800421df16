import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PatternRule, patternProblem, quoted, readRule } from '../../../lib/sites/address-patterns.ts';
import { inScope } from '../../../lib/sites/scope.ts';

const agrees = (rule: Partial<PatternRule>, url: string) =>
  readRule({ on: 'path', include: [], exclude: [], ...rule })(new URL(url));

describe('a rule of regular expressions', () => {
  test.each([
    ['path', 'blog/.*', 'https://a.example/blog/1', true],
    ['path', '^blog/', 'https://a.example/blog/1', true],
    ['path', '^/blog/', 'https://a.example/blog/1', true],
    ['path', '^/blog/$', 'https://a.example/blog/1', false],
    ['path', '\\.pdf$', 'https://a.example/a.pdf?x=1', true],
    ['path', 'x=1', 'https://a.example/a?x=1', false],
    ['path', '^/über/', 'https://a.example/%C3%BCber/1', true],
    ['path', '%C3', 'https://a.example/%C3%BCber/1', true],
    ['path', '(?i)BLOG', 'https://a.example/blog', true],
    ['url', 'x=1', 'https://a.example/a?x=1', true],
    ['host', '^docs\\.a\\.example$', 'https://docs.a.example/', true],
    ['host', '^docs\\.a\\.example$', 'https://a.example/docs.a.example', false],
  ] as const)('of a %s: %s on %s is %s', (on, pattern, url, expected) => {
    expect(agrees({ on, include: [pattern] }, url)).toBe(expected);
    expect(agrees({ on, exclude: [pattern] }, url)).toBe(!expected);
  });

  test('stands for all without patterns, and one of several is enough', () => {
    expect(agrees({}, 'https://a.example/x')).toBe(true);
    expect(agrees({ include: ['^/a$', '^/x$|^/y$', '(?i)^/Z$'] }, 'https://a.example/x')).toBe(true);
    expect(agrees({ include: ['^/a$', '(?i)^/Z$'] }, 'https://a.example/z')).toBe(true);
    expect(agrees({ include: ['(?i)^/Z$', '^/A$'] }, 'https://a.example/a')).toBe(false);
  });

  test.each([
    ['(?=a)b', 'invalid or unsupported Perl syntax: `(?=`'],
    ['(a)\\1', 'invalid escape sequence: `\\1`'],
    ['(', 'missing closing ): `(`'],
    ['(a{1000}){1000}', 'invalid repeat count: `{1000}`'],
  ])('%s is refused with its reason', (pattern, reason) => {
    expect(patternProblem([pattern])).toBe(
      `${pattern} cannot be used (${reason}). Lookaheads and backreferences are not supported.`,
    );
    expect(patternProblem(['a.*b', '^c$'])).toBeNull();
  });

  test('is as large as a list of patterns may be, and not larger', () => {
    expect(patternProblem(Array(2).fill('.{0,900}'))).toBeNull();
    expect(patternProblem(Array(3).fill('.{0,900}'))).toBe('The patterns are too large together.');
  });

  test('finds a quoted text, whatever it is', () => {
    fc.assert(
      fc.property(fc.webPath(), (path) => {
        const { href, pathname } = new URL(`https://a.example${path}`);
        return agrees({ include: [`^${quoted(pathname)}$`] }, href);
      }),
    );
  });

  test('is added to the globs of a scope, and the start belongs to it in any case', () => {
    const rules: PatternRule[] = [
      { on: 'path', include: ['^/docs/'], exclude: ['old'] },
      { on: 'path', include: ['[0-9]$'], exclude: [] },
    ];
    const scope = { start: ['https://a.example/'], subdomains: false, include: [], exclude: ['/docs/9'], rules };
    const isIn = (path: string) => inScope(new URL(path, 'https://a.example/'), scope);
    expect(['/', '/docs/1', '/docs/a', '/docs/old/1', '/blog/1', '/docs/9'].map(isIn)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
