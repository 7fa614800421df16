import { z } from 'zod';
import { numbers, texts } from '../../fields.ts';
import { inlineAnswer } from '../../kind.ts';
import { localNumber } from '../../local-formats.ts';
import { literalAt } from '../colour/colour-literal.ts';
import { culori, type Rgb } from '../colour/convert.ts';

const NAMED = /^(?:wcag |colou?r )?(?:contrast[eo]?|kontrast)(?: ratio)?(?: (?:of|between|for|von|zwischen|entre))?:? /;
const LINK = /^(?: ?, ?| (?:and|on|vs|to|with|und|auf|et|sur|y|e) | )/;
/** What the Web Content Accessibility Guidelines ask of text. */
const [LARGE_TEXT, TEXT, ENHANCED] = [3, 4.5, 7];

const hexOf = ([r = 0, g = 0, b = 0]: Rgb) => culori().formatHex({ mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 });

/** The contrast of two colours, and what it is enough for. */
export const contrast = inlineAnswer({
  type: 'contrast',
  example: 'contrast #fff #777',
  lasting: true,
  decimal: true,
  data: z.object({ ...texts('from', 'to', 'value', 'level'), ...numbers('ratio') }),
  words: () => ['contrast', 'contraste', 'contrasto', 'kontrast'],
  read({ reading: { bare } }) {
    const [named = ''] = NAMED.exec(bare) ?? [];
    const first = named && literalAt(bare.slice(named.length));
    if (!first) return null;
    const rest = bare.slice(named.length + first.length);
    const [link = ''] = LINK.exec(rest) ?? [];
    const second = link && literalAt(rest.slice(link.length));
    return second && link.length + second.length === rest.length ? [hexOf(first.rgb), hexOf(second.rgb)] : null;
  },
  answer([from = '', to = ''], { lang }) {
    // Cut, not rounded: 4.499 is not enough.
    const ratio = Math.floor(culori().wcagContrast(from, to) * 100 + 1e-9) / 100;
    const level = ratio >= ENHANCED ? 'AAA' : ratio >= TEXT ? 'AA' : ratio >= LARGE_TEXT ? 'AA large' : 'none';
    return {
      answer: `${from} / ${to}: ${localNumber(ratio, lang)} : 1 (WCAG ${level})`,
      data: { from, to, ratio, level, value: String(ratio) },
    };
  },
});
