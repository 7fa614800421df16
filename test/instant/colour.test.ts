import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cssColours } from '../../lib/answers/colour/css-colours.ts';
import { answers, dataOf, staysSilent } from './tables.ts';

answers('colour', [
  ['#FF8800', '#ff8800'],
  ['#f80 to rgb', 'rgb(255, 136, 0)'],
  ['rgb(255, 136, 0) to hex', '#ff8800'],
  ['rgb 255 136 0 in hsl', 'hsl(32, 100%, 50%)'],
  ['hsl(120, 100%, 25%)', '#008000'],
  ['hsl(0, 0%, 50%) to hex', '#808080'],
  ['hsv 120 100 100', '#00ff00'],
  ['cmyk(0, 100, 100, 0) to hex', '#ff0000'],
  ['oklch(1 0 0)', '#ffffff'],
  ['hwb(120 0% 0%) to hex', '#00ff00'],
  ['ff0000 to rgb', 'rgb(255, 0, 0)'],
  ['hex code for light blue', '#add8e6'],
  ['rgb of tomato', 'rgb(255, 99, 71)'],
  ['css color rebecca purple', '#663399'],
  ['inverse of the color red', '#00ffff'],
  ['complementary color of #336699', '#cc9966'],
  ['mix red and blue', '#7f007f'],
  ['mix 25% black and 75% white', '#bfbfbf'],
]);

staysSilent('colour', [
  'red',
  'blue',
  'color',
  'colour picker',
  'red hot chili peppers',
  'code red',
  'color of the sky',
  'opposite of tan',
  'mix orange and lime',
  'red + blue light',
  'rgb',
  'rgb(300, 0, 0)',
  'hex 123456',
  '#12',
  '#12345',
  '#hashtag',
  'html constructor color code',
  'mix red',
]);

test('every hex comes back through rgb', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 0xffffff }), async (number) => {
      const hex = `#${number.toString(16).padStart(6, '0')}`;
      const { rgb } = await dataOf<{ rgb: string }>('colour', hex);
      expect(await dataOf('colour', `${rgb} to hex`)).toMatchObject({ hex, value: hex });
    }),
    { numRuns: 60 },
  );
});

test.each(Object.entries(cssColours))('%s is %s', async (name, hex) => {
  const { name: nearest, hex: found } = await dataOf<{ name: string; hex: string }>('colour', `${name} hex code`);
  expect(found).toBe(hex);
  // Some have two names: aqua and cyan, gray and grey.
  expect(cssColours[nearest]).toBe(hex);
});

test('the swatch holds nothing but the colour', async () => {
  const { svg } = await dataOf<{ svg: string }>('colour', '#abcdef');
  expect(svg).toMatch(
    /^<svg xmlns="[^"]+" width="96" height="96" viewBox="0 0 96 96"><rect width="96" height="96" fill="#abcdef"\/><\/svg>$/,
  );
});
