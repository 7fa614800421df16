import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = 'api/ui/static';
/** Of all stylesheets, without the tokens themselves: property and value of each declaration. */
const declarations = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.css'))
  .flatMap((name) =>
    [...readFileSync(`${FOLDER}/${name}`, 'utf8').matchAll(/[\s;{]([a-z-]+):\s+([^;{}]+);/g)].map(
      ([, property = '', value = '']) => ({ name, property, value }),
    ),
  );
/** What has a length that is not relative to the window, its own text or its own line. */
const LITERAL = /(?<![\w.-])\d*\.?\d+(rem|px)/g;

/** The declarations of such properties with a length of their own, of which a line of one pixel is none. */
function literal(properties: RegExp, allowed: RegExp): string[] {
  return declarations
    .filter(({ property, value }) => properties.test(property) && allowed.test(value) === false)
    .filter(({ value }) => (value.match(LITERAL) ?? []).some((length) => !['0px', '1px'].includes(length)))
    .map(({ name, property, value }) => `${name}: ${property}: ${value}`);
}

test('all space is of the one scale', () => {
  expect(declarations.filter(({ value }) => value.includes('var(--space-')).length).toBeGreaterThan(100);
  // A width that makes room for something is no step of space.
  expect(literal(/^(scroll-)?(margin|padding)(-|$)|^(row-|column-)?gap$/, /^calc\((9\.5|28\.5)rem /)).toEqual([]);
});

test('all text has a size of the one scale', () => {
  const sizes = declarations.filter(({ property }) => property === 'font-size');
  expect(sizes.length).toBeGreaterThan(50);
  // Only the wordmark grows with the window.
  expect(literal(/^font(-size)?$/, /^clamp\(2\.2rem/)).toEqual([]);
});

test('each token of the scales is used', () => {
  const root = /:root \{([^}]*)\}/.exec(readFileSync(`${FOLDER}/style.css`, 'utf8'))?.[1] ?? '';
  const tokens = [...root.matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name);
  const values = declarations.map(({ value }) => value).join(' ');
  expect(tokens.length).toBeGreaterThan(20);
  expect(tokens.filter((name) => !values.includes(`var(${name})`))).toEqual([]);
});
