import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';

const ROOT = 'lib/answers';
const MAX_PATTERN_CHARS = 120;
const MAX_LINES = 11_973;

const sourcesOf = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const sources = sourcesOf(ROOT);

/** A pattern in the source: after a sign that cannot end a value, so that it is not a division. */
const LITERAL = /(?<=(?:[=(,:[!&|?{};>]|return)\s*)\/(?![/*])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/[a-z]*/g;

test('no pattern is longer than a line that people can read', () => {
  const long = ['api', 'jobs', 'lib', 'sandbox', 'workers']
    .flatMap(sourcesOf)
    .flatMap(({ file, text }) =>
      [...text.matchAll(LITERAL)]
        .filter(([, source = '']) => source.length > MAX_PATTERN_CHARS)
        .map(([pattern]) => `${file}: ${pattern}`),
    );
  expect(long).toEqual([]);
});

test('no pattern is put together from pieces to a longer one', async () => {
  const long: string[] = [];
  const Original = globalThis.RegExp;
  vi.resetModules();
  vi.stubGlobal(
    'RegExp',
    class extends Original {
      constructor(pattern: RegExp | string, flags?: string) {
        super(pattern, flags);
        // The line of the caller: libraries may have longer ones.
        const [, , caller = ''] = (new Error().stack ?? '').split('\n');
        if (this.source.length > MAX_PATTERN_CHARS && caller.includes(`/${ROOT}/`)) long.push(this.source);
      }
    },
  );
  try {
    const { answerKinds } = await import('../../lib/answers/registry.ts');
    expect(answerKinds.length).toBeGreaterThan(20);
  } finally {
    vi.unstubAllGlobals();
    vi.resetModules();
  }
  expect(long).toEqual([]);
});

test('the code stays within its size: words and tables belong into data files', () => {
  const lines = sources.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
  expect(lines).toBeLessThanOrEqual(MAX_LINES);
});
