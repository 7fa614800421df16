import { darkRuns, type Modules, QUIET } from './modules.ts';

/** Writes a QR code as an SVG document: a white square, and one path of strokes that are one module high. */
export function svgOf(modules: Modules): string {
  const side = modules.size + 2 * QUIET;
  let strokes = '';
  for (let row = 0; row < modules.size; row++) {
    let at = 0;
    for (const { from, length } of darkRuns(modules, row)) {
      // The first stroke is absolute, through the middle of its row; the others are relative to the end of the one
      // before.
      strokes += at === 0 ? `M${from + QUIET} ${row + QUIET + 0.5}h${length}` : `m${from - at} 0h${length}`;
      at = from + length;
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#ffffff" d="M0 0h${side}v${side}H0z"/><path stroke="#000000" d="${strokes}"/></svg>\n`;
}
