import type { QRCode, QRCodeMaskPattern, QRCodeOptions, QRCodeSegment } from 'qrcode';
import type { Modules } from './modules.ts';

/**
 * A QR code is drawn with one of eight masks, the one that leaves the fewest patterns that confuse readers. The library looks
 * at every square of all eight, which is nine tenths of its work. Codes of at most 31 squares in a row are looked at here, a
 * whole row of squares in one number, and the same mask is found.
 */

type Draw = (text: string | QRCodeSegment[], options: QRCodeOptions) => QRCode;

const MASKS = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const MAX_IN_A_NUMBER = 31;
const LEVEL = { errorCorrectionLevel: 'M' } as const;

/** The code of a text, with the best mask. */
export function bestDrawn(draw: Draw, text: string | QRCodeSegment[]): Modules {
  const { modules, version } = draw(text, { ...LEVEL, maskPattern: MASKS[0] });
  if (modules.size > MAX_IN_A_NUMBER) return draw(text, LEVEL).modules;
  const { size, data } = modules;
  const first = linesOf(modules);
  let best = { penalty: Number.POSITIVE_INFINITY, squares: data };
  for (const { lines, squares } of changesFor(draw, version)) {
    const penalty = penaltyOf(
      size,
      first.map((line, at) => line ^ (lines[at] as number)),
    );
    if (penalty < best.penalty) best = { penalty, squares };
  }
  return { size, data: data.map((square, at) => square ^ (best.squares[at] as number)) };
}

/** What another mask changes, in squares and in lines: the same for every text in a code of this size. */
interface Change {
  squares: Uint8Array;
  lines: Int32Array;
}

const changes = new Map<number, Change[]>();

function changesFor(draw: Draw, version: number): Change[] {
  const known = changes.get(version);
  if (known) return known;
  const drawnWith = (maskPattern: QRCodeMaskPattern) =>
    draw([{ data: Buffer.of(0), mode: 'byte' }], { ...LEVEL, version, maskPattern }).modules;
  const first = drawnWith(MASKS[0]);
  const made = MASKS.map((mask) => {
    const squares = drawnWith(mask).data.map((square, at) => square ^ (first.data[at] as number));
    return { squares, lines: linesOf({ size: first.size, data: squares }) };
  });
  changes.set(version, made);
  return made;
}

/** Every row from the top and then every column from the left, a square in a bit. */
function linesOf({ size, data }: Modules): Int32Array {
  const lines = new Int32Array(2 * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (!data[row * size + column]) continue;
      lines[row] = (lines[row] as number) | (1 << column);
      lines[size + column] = (lines[size + column] as number) | (1 << row);
    }
  }
  return lines;
}

/** Points for what confuses readers, as ISO/IEC 18004 counts them, with the library's reading of it. */
export function penaltyOf(size: number, lines: Int32Array): number {
  const all = 2 ** size - 1;
  let points = 0;
  let dark = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as number;
    const alike = ~(line ^ (line >>> 1)) & (all >>> 1);
    // Five and more of one colour in a row: three points, and one for each beyond the fifth.
    const fives = alike & (alike >>> 1) & (alike >>> 2) & (alike >>> 3);
    if (fives !== 0) points += bitsIn(fives) + 2 * bitsIn(fives & ~(fives << 1));
    points += 40 * finderPatterns(line, size);
    if (at >= size) continue;
    dark += bitsIn(line);
    if (at + 1 === size) continue;
    // Four of one colour in a square.
    const below = lines[at + 1] as number;
    points += 3 * bitsIn(alike & ~(below ^ (below >>> 1)) & ~(line ^ below));
  }
  return points + 10 * Math.abs(Math.ceil((dark * 20) / (size * size)) - 10);
}

/** How often a line shows what readers look for in the corners, dark squares in lengths 1 1 3 1 1, with four light ones beside. */
function finderPatterns(line: number, size: number): number {
  const places = 2 ** (size - 10) - 1;
  const light = ~line;
  const core = line & (light >>> 1) & (line >>> 2) & (line >>> 3) & (line >>> 4) & (light >>> 5) & (line >>> 6);
  if (core === 0) return 0;
  const fourLight = light & (light >>> 1) & (light >>> 2) & (light >>> 3);
  return bitsIn(core & (fourLight >>> 7) & places) + bitsIn(fourLight & (core >>> 4) & places);
}

function bitsIn(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
