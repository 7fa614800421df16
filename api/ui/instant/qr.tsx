import { z } from 'zod';
import { useTexts } from '../rendering.tsx';
import { Copy } from './parts.tsx';
import { text, viewOf } from './view.tsx';

const MAX_PICTURE_CHARS = 500_000;
const picture = z.object({
  text,
  svg: z
    .string()
    .max(MAX_PICTURE_CHARS)
    .regex(/^<svg[\s>]/),
  png: z
    .string()
    .max(MAX_PICTURE_CHARS)
    .regex(/^data:image\/png;base64,[A-Za-z0-9+/=]+$/)
    .nullish()
    .catch(null),
});

/** A QR code to scan or to save. */
export const qr = viewOf(picture, ({ answer, data }) => {
  const { instant } = useTexts();
  const svg = svgAddress(data.svg);
  return (
    <div class="qr">
      <img class="drawing" src={svg} alt={answer.answer} width={200} height={200} />
      <div class="qr-text">
        <p class="answer code">
          <span class="value">{data.text}</span>
          <Copy />
        </p>
        <p class="saving">
          {data.png && (
            <a class="button quiet" href={data.png} download="qr-code.png">
              {instant.saveAs('PNG')}
            </a>
          )}
          <a class="button quiet" href={svg} download="qr-code.svg">
            {instant.saveAs('SVG')}
          </a>
        </p>
      </div>
    </div>
  );
});

/** Makes the SVG an image instead of a part of the page, so that nothing in it can run. */
function svgAddress(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
