import type { VNode } from 'preact';
import type { InstantAnswer } from '../../../lib/answers/answer.ts';

const PICTURE_SIZE = 160;

/** An instant answer: its line of text, and a picture if the answer has one. */
export function Instant({ answer: { answer, data } }: { answer: InstantAnswer }): VNode {
  const drawing = drawingOf(data);
  return (
    <section class="card instant" aria-label="Instant answer">
      <p class="answer">{answer}</p>
      {drawing && (
        <img class="drawing" src={dataUri(drawing)} alt={answer} width={PICTURE_SIZE} height={PICTURE_SIZE} />
      )}
    </section>
  );
}

/** The SVG of a QR code, or of a square in the answer's colour. */
function drawingOf(data: unknown): string | null {
  const { svg, hex } = (data ?? {}) as { svg?: unknown; hex?: unknown };
  if (typeof svg === 'string' && svg.trimStart().startsWith('<svg')) return svg;
  if (typeof hex !== 'string' || !/^#[0-9a-f]{6}([0-9a-f]{2})?$/i.test(hex)) return null;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="${hex}"/></svg>`;
}

/** Makes the SVG an image instead of a part of the page, so that nothing in it can run. */
function dataUri(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
