/// <reference path="./svg-tag.d.ts" />
import { create, type QRCode, type QRCodeMaskPattern } from 'qrcode';
import { render } from 'qrcode/lib/renderer/svg-tag.js';
import { QUIET } from './png.ts';

/**
 * A QR code uses the one of eight masks that leaves the fewest patterns that confuse readers. The library examines
 * every module of all eight masks, which is nine tenths of its work. For codes up to 31 modules wide, this file packs a
 * whole row of modules into one number and finds the same mask.
 */

/** `size` rows of `size` squares; those that are not 0 are dark. */
type Modules = Pick<QRCode['modules'], 'size' | 'data'>;

const MASKS = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const MAX_IN_A_NUMBER = 31;
const LEVEL = { errorCorrectionLevel: 'M' } as const;

/** Draws the QR code of a text with the best mask. */
export function bestDrawn(text: string): Modules {
  const { modules, version } = create(text, { ...LEVEL, maskPattern: MASKS[0] });
  if (modules.size > MAX_IN_A_NUMBER) return create(text, LEVEL).modules;
  const { size, data } = modules;
  const first = linesOf(modules);
  const penalties = changesFor(version).map(({ lines }) =>
    penaltyOf(
      size,
      first.map((line, at) => line ^ (lines[at] as number)),
    ),
  );
  const best = penalties.indexOf(Math.min(...penalties));
  const squares = changesFor(version)[best]?.squares ?? data;
  return { size, data: data.map((square, at) => square ^ (squares[at] as number)) };
}

/** The SVG of a code. The library's `toString` would compute the code once more. */
export const svgOf = (modules: Modules) => render({ modules }, { margin: QUIET });

/** The modules and lines that change between mask 0 and another mask. They depend only on the size of the code. */
interface Change {
  squares: Uint8Array;
  lines: Int32Array;
}

const changes = new Map<number, Change[]>();

function changesFor(version: number): Change[] {
  const known = changes.get(version);
  if (known) return known;
  const drawnWith = (maskPattern: QRCodeMaskPattern) =>
    create([{ data: Buffer.of(0), mode: 'byte' }], { ...LEVEL, version, maskPattern }).modules;
  const first = drawnWith(MASKS[0]);
  const made = MASKS.map((mask) => {
    const squares = drawnWith(mask).data.map((square, at) => square ^ (first.data[at] as number));
    return { squares, lines: linesOf({ size: first.size, data: squares }) };
  });
  changes.set(version, made);
  return made;
}

/** All rows from the top, followed by all columns from the left, with one module per bit. */
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

/** Penalty for patterns that confuse readers, by ISO/IEC 18004 as the library interprets it. */
function penaltyOf(size: number, lines: Int32Array): number {
  const all = 2 ** size - 1;
  let points = 0;
  let dark = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as number;
    const alike = ~(line ^ (line >>> 1)) & (all >>> 1);
    // Five or more modules of one colour in a row: three points, and one for each beyond the fifth.
    const fives = alike & (alike >>> 1) & (alike >>> 2) & (alike >>> 3);
    if (fives !== 0) points += bitsIn(fives) + 2 * bitsIn(fives & ~(fives << 1));
    points += 40 * finderPatterns(line, size);
    if (at >= size) continue;
    dark += bitsIn(line);
    if (at + 1 === size) continue;
    // A 2 × 2 block of one colour.
    const below = lines[at + 1] as number;
    points += 3 * bitsIn(alike & ~(below ^ (below >>> 1)) & ~(line ^ below));
  }
  return points + 10 * Math.abs(Math.ceil((dark * 20) / (size * size)) - 10);
}

/**
 * Counts patterns in a line that resemble a finder in a corner: dark runs of 1 1 3 1 1, with four light modules next to
 * them.
 */
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
