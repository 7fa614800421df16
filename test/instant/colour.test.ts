import { colorsNamed, formatHex } from 'culori';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../harness/fuzz.ts';
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
  ['inverse of #336699', '#cc9966'],
  ['complementary color of #336699', '#996633'],
  ['complementary colour of red', '#00ffff'],
  ['complement of #808080', '#808080'],
  ['rgb to hex 12 34 56', '#0c2238'],
  ['rgb2hex 12,34,56', '#0c2238'],
  ['12, 34, 56 rgb to hex', '#0c2238'],
  ['(12, 34, 56) to hex', '#0c2238'],
  ['255,255,255 to hex', '#ffffff'],
  ['12 34 56 rgb', '#0c2238'],
  ['rgb = 12 34 56', '#0c2238'],
  ['rgb to hsl 255 0 0', 'hsl(0, 100%, 50%)'],
  ['hsl to rgb 0, 100%, 50%', 'rgb(255, 0, 0)'],
  ['cmyk to rgb 0 100 100 0', 'rgb(255, 0, 0)'],
  ['hsv to hex 0 100 100', '#ff0000'],
  ['rgb to hex 10% 20% 30%', '#1a334d'],
  ['rgb(255, 136, 0) → hex', '#ff8800'],
  ['rgb equivalent of #ff8800', 'rgb(255, 136, 0)'],
  ['hex code ff5733', '#ff5733'],
  ['which color is #1e90ff', '#1e90ff'],
  ['name of the colour #ff6347', '#ff6347'],
  ['color picker #bada55', '#bada55'],
  ['Farbe #ff6347 in rgb umrechnen', 'rgb(255, 99, 71)'],
  ['#ff6347 en rgb', 'rgb(255, 99, 71)'],
  ['navy blue hex code', '#000080'],
  ['hex code for burgundy', '#800020'],
  ['rebeccapurple', '#663399'],
  ['mix red and blue', '#7f007f'],
  ['mix orange and lime', '#7fd200'],
  ['kleur code red', '#ff0000'],
  ['mix 25% black and 75% white', '#bfbfbf'],
  ['mix 75% red and 25% white', '#ff3f3f'],
  ['red + blue', '#7f007f'],
  ['mix red, blue', '#7f007f'],
  ['hex: #ff0000', '#ff0000'],
  ['color picker red', '#ff0000'],
  ['red 0 green 128 blue 255', '#0080ff'],
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
  'contrary of red',
  'red + blue light',
  'black + decker',
  'red 40',
  'rgb',
  'rgb(300, 0, 0)',
  'hex 123456',
  '#12',
  '#12345',
  '#hashtag',
  'html constructor color code',
  'mix red',
  'mix 0% red and 0% blue',
  'hex 12 34 56',
  '12 34 56',
  '12 34 56 to hex',
  '1,200,100 to hex',
  '1,024,000 to hex',
  '300, 0, 0 to hex',
  '1 2 3 4 5 rgb',
  'mix peach and cream',
  'burgundy',
  'snow white',
  'snowwhite',
  'infrared',
]);

test('every hex value survives the conversion to rgb and back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 0xffffff }), async (number) => {
      const hex = `#${number.toString(16).padStart(6, '0')}`;
      const { rgb } = await dataOf<{ rgb: string }>('colour', hex);
      expect(await dataOf('colour', `${rgb} to hex`)).toMatchObject({ hex, value: hex });
    }),
    { numRuns: runs() },
  );
});

test.each(Object.keys(colorsNamed))('%s is the colour that CSS calls so', async (name) => {
  const hex = formatHex(name);
  const { name: nearest, hex: found } = await dataOf<{ name: string; hex: string }>('colour', `${name} hex code`);
  expect(found).toBe(hex);
  // Some colours have two names: aqua and cyan, gray and grey.
  expect(formatHex(nearest)).toBe(hex);
});

answers('colour', [
  ['#ff880080 to rgba', 'rgba(255, 136, 0, 0.5)'],
  ['#ff880080', '#ff880080'],
  ['#ff880081 to rgb', 'rgba(255, 136, 0, 0.506)'],
  ['rgba(255, 136, 0, 50%) to hex', '#ff880080'],
  ['hsla(120, 100%, 50%, 0.3) to hsl', 'hsla(120, 100%, 50%, 0.3)'],
  ['#ff880080 to oklch', 'oklch(0.744 0.181 56.5 / 0.5)'],
  ['inverse of #ff880080', '#0077ff80'],
  ['0xff8800 to rgb', 'rgb(255, 136, 0)'],
]);

staysSilent('colour', [
  ...['0x80070002', '0xdeadbeef', '0xff8800', '0xff880080 to rgb'],
  // What shows of them depends on what is behind them, and inks have no opacity.
  ...['mix #ff880080 and #ffffff', '#ff880080 to cmyk'],
]);

test('the data tell the opacity, which the other notations leave out', async () => {
  expect(await dataOf('colour', '#ff880080')).toMatchObject({ hex: '#ff8800', rgb: 'rgb(255, 136, 0)', opacity: 0.5 });
  expect(await dataOf('colour', '#ff8800')).toMatchObject({ opacity: 1 });
});

test('the swatch contains nothing but the colour', async () => {
  const { svg } = await dataOf<{ svg: string }>('colour', '#abcdef');
  expect(svg).toMatch(
    /^<svg xmlns="[^"]+" width="96" height="96" viewBox="0 0 96 96"><rect width="96" height="96" fill="#abcdef"\/><\/svg>$/,
  );
});
