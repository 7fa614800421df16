import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/** Not those of the build before it, which stay for processes that run from it. */
const built = JSON.parse(readFileSync('dist/.bundles.json', 'utf8')) as Record<string, string[]>;
const bundled = Object.keys(built)
  .filter((name) => name.endsWith('.js'))
  .map((name) => ({ name, text: readFileSync(path.join('dist', name), 'utf8') }));

describe('the files of the bundles', () => {
  test('are those of every process, with their source maps', () => {
    const names = bundled.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'web.js',
        'worker.js',
        'cli.js',
        'start-parts.js',
        'sandbox.js',
        'thread.js',
        'ranking-thread.js',
        'page-thread.js',
        'pdf-process.js',
        'password-thread.js',
      ]),
    );
    for (const name of names) expect(existsSync(`dist/${name}.map`), name).toBe(true);
  });

  test('find each data file that the sources name', () => {
    const named = ['api', 'lib']
      .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => path.join(folder, String(name))))
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/new URL\('(\.\/data\/[^']+)', import\.meta\.url\)/g)].map(([, data]) =>
          path.join('dist', path.dirname(file), data as string),
        ),
      );
    const found = bundled.flatMap(({ text }) =>
      [...text.matchAll(/new URL\("(\.\/data\/[^"]+)", new URL\("([^"]+)", import\.meta\.url\)\.href\)/g)].map(
        ([, data, code]) => path.join('dist', path.dirname(code as string), data as string),
      ),
    );
    expect(named.length).toBeGreaterThan(50);
    expect([...new Set(found)].sort()).toEqual([...new Set(named)].sort());
    expect(found.filter((file) => !existsSync(file))).toEqual([]);
  });

  test('take of a package in CommonJS, where they load it late, only what a bundle exports of it: the default', () => {
    const onlyDefault = new Set(
      bundled.filter(({ text }) => /^export default require_\w+\(\);$/m.test(text)).map(({ name }) => name),
    );
    expect(onlyDefault.size).toBeGreaterThan(1);
    const loaded = bundled.flatMap(({ text }) =>
      [...text.matchAll(/import\("\.\/([^"]+)"\)/g)].map(([, name]) => name as string),
    );
    const taken = bundled.flatMap(({ text }) =>
      [...text.matchAll(/const ([^=;]+) = await (?:Promise\.all\(\[\s*)?((?:import\("\.\/[^"]+"\),?\s*)+)/g)].flatMap(
        ([, names = '', imports = '']) => {
          const patterns = names.match(/\{(?:[^{}]|\{[^{}]*\})*\}/g) ?? [names];
          return [...imports.matchAll(/"\.\/([^"]+)"/g)].map(([, name], at) => ({ name, pattern: patterns[at] ?? '' }));
        },
      ),
    );
    const wrong = taken.filter(
      ({ name, pattern }) => onlyDefault.has(name as string) && !/^\{ default: [^,]+ \}$/.test(pattern),
    );
    expect(wrong).toEqual([]);
    // Those that are taken in another way would not be checked.
    const countIn = (names: readonly (string | undefined)[]) =>
      names.filter((name) => name && onlyDefault.has(name)).length;
    expect(countIn(taken.map(({ name }) => name))).toBe(countIn(loaded));
  });

  test('name no folder of the machine that built them', () => {
    expect(bundled.filter(({ text }) => text.includes(process.cwd())).map(({ name }) => name)).toEqual([]);
  });
});
