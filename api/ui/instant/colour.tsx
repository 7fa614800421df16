import type { VNode } from 'preact';
import { z } from 'zod';
import { isNameOf } from '../../../lib/answers/kinds/colour/convert.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { contrastOf, gradeOf } from './contrast.ts';
import { type Detail, Details, Headline } from './parts.tsx';
import { shortText, viewOf } from './view.tsx';

const hexColour = z.string().regex(/^#[0-9a-f]{6}$/i);
const NOTATIONS = ['hex', 'rgb', 'hsl', 'hsv', 'cmyk', 'oklch'] as const;
const optionalText = shortText.catch('');

/** A colour with its notations. With JavaScript, the picker changes all of it. */
export const colour = viewOf(
  z.object({
    ...{ hex: hexColour, value: shortText, rgb: optionalText, hsl: optionalText, hsv: optionalText },
    ...{ cmyk: optionalText, oklch: optionalText, name: optionalText, inputs: z.array(hexColour).max(10).catch([]) },
  }),
  ({ data }) => {
    const { instant } = useTexts();
    const { hex, value, inputs, name } = data;
    const shownName = name === '' || isNameOf(name, hex) ? name : instant.nearColour(name);
    const rows = NOTATIONS.map((each): Detail => [instant.notations[each], data[each]]);
    return (
      <instant-colour>
        <div class="colour">
          <div class="colour-shown">
            <Swatch hex={hex} />
            {inputs.length > 1 && (
              <p class="swatches">
                {inputs.map((each) => (
                  <Swatch key={each} hex={each} />
                ))}
              </p>
            )}
          </div>
          <div class="colour-named">
            <Headline isCode>{value}</Headline>
            <p class="contrasts">
              <Sample hex={hex} ink="#ffffff" name={instant.white} />
              <Sample hex={hex} ink="#000000" name={instant.black} />
            </p>
            <form class="ask" method="get" action="/">
              <input type="color" name="q" value={hex} aria-label={instant.pickColour} />
              <button class="quiet apply" type="submit">
                {instant.showColour}
              </button>
            </form>
          </div>
        </div>
        <div class="notations">
          <Details isCode rows={[...rows, [instant.notations.name, shownName, name]]} />
        </div>
      </instant-colour>
    );
  },
);

/** The contrast of two colours, with text in each of them on the other. */
export const contrast = viewOf(
  z.object({ from: hexColour, to: hexColour, ratio: z.number() }),
  ({ data: { from, to, ratio } }) => {
    const language = useLocale();
    return (
      <>
        <Headline asked={`${from} / ${to}`}>{`${ratio.toLocaleString(language)} : 1`}</Headline>
        <p class="contrasts">
          <Sample hex={to} ink={from} />
          <Sample hex={from} ink={to} />
        </p>
      </>
    );
  },
);

/** A field of a colour. */
export function Swatch({ hex }: { hex: string }): VNode {
  return (
    <svg class="swatch" viewBox="0 0 1 1" preserveAspectRatio="none" role="img" aria-label={hex}>
      <rect width="1" height="1" fill={hex} />
    </svg>
  );
}

/** Text on the colour, with the grade of its contrast, and the contrast if the text has a name. */
function Sample({ hex, ink, name }: { hex: string; ink: string; name?: string }): VNode {
  const { instant } = useTexts();
  const contrast = contrastOf(hex, ink);
  // Rounded down: 4.499 does not reach 4.5.
  const number = new Intl.NumberFormat(useLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const ratio = `${number.format(Math.floor(contrast * 10) / 10)} : 1`;
  return (
    <span class="contrast">
      <svg viewBox="0 0 40 28" aria-hidden="true">
        <rect width="40" height="28" rx="4" fill={hex} />
        <text x="20" y="20" text-anchor="middle" fill={ink}>
          Aa
        </text>
      </svg>
      <span>
        {name && `${name} ${ratio}`}
        {name && <br />}
        <span class="faint">{instant.grades[gradeOf(contrast) ?? 'none']}</span>
      </span>
    </span>
  );
}
