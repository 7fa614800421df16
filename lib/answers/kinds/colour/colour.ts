import { z } from 'zod';
import { inlineAnswer } from '../../kind.ts';
import { colourAskedIn, colourSigns, colourWords } from './colour-question.ts';
import { notations } from './convert.ts';

const Data = z.object({
  hex: z.string().describe('#rrggbb'),
  rgb: z.string().describe('rgb(r, g, b), 0–255'),
  hsl: z.string().describe('hsl(h, s%, l%)'),
  hsv: z.string().describe('hsv(h, s%, v%)'),
  cmyk: z.string().describe('cmyk(c%, m%, y%, k%), without a colour profile'),
  oklch: z.string().describe('oklch(l c h), as CSS writes it'),
  name: z.string().describe('The named CSS colour that looks most like this colour.'),
  value: z.string().describe('The colour in the requested notation; hex by default.'),
  svg: z.string().describe('A swatch of the colour.'),
});

/** Shows a colour in every notation, its inverse and complement, and mixtures. */
export const colour = inlineAnswer({
  type: 'colour',
  lasting: true,
  example: '#ff8800 to hsl',
  data: Data,
  words: colourWords,
  signs: colourSigns,
  read: ({ reading }) => colourAskedIn(reading.bare),
  answer({ rgb, target }) {
    const all = notations(rgb);
    const value = all[target];
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96"><rect width="96" height="96" fill="${all.hex}"/></svg>`;
    const answer = target === 'hex' ? `${all.hex}, ${all.rgb}, ${all.hsl}` : `${value} (${all.hex})`;
    return { answer, data: { ...all, value, svg } };
  },
});
