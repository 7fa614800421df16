import { constants, crc32, deflateSync } from 'node:zlib';
import { darkRuns, type Modules, QUIET } from './modules.ts';

/**
 * Writes a QR code as a PNG with one bit per pixel, which takes a hundredth of the work of a library that writes
 * full-colour pixels. Format: https://www.w3.org/TR/png-3/.
 */

/** Wider only if a module would otherwise be a single pixel. */
const WIDTH = 300;
const LEAST_SCALE = 2;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Filter byte of each row of pixels: none, or the difference from the row above. */
const NO_FILTER = 0;
const FILTER_UP = 2;

/** The PNG of a QR code. */
export function pngOf(modules: Modules): Buffer {
  const squares = modules.size + 2 * QUIET;
  // Modules have a whole number of pixels, so that all have the same size. The remaining pixels widen the margin.
  const scale = Math.max(LEAST_SCALE, Math.floor(WIDTH / squares));
  const width = Math.max(WIDTH, squares * scale);
  const margin = Math.floor((width - modules.size * scale) / 2);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header(width)),
    // Most rows repeat the row above, so a search for other matches would take longer without saving space.
    chunk('IDAT', deflateSync(pixels(modules, width, margin, scale), { strategy: constants.Z_RLE })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Width and height, at one bit per pixel in greyscale: 0 is black, 1 is white. */
function header(width: number): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(width, 0);
  bytes.writeUInt32BE(width, 4);
  bytes[8] = 1;
  return bytes;
}

/** Rows from the top: a filter byte, followed by eight pixels per byte, with the leftmost in the highest bit. */
function pixels(modules: Modules, width: number, margin: number, scale: number): Buffer {
  const rowBytes = 1 + Math.ceil(width / 8);
  // With this filter, a row of zeros repeats the row above.
  const rows = Buffer.alloc(rowBytes * width);
  for (let at = 0; at < rows.length; at += rowBytes) rows[at] = FILTER_UP;
  const light = (y: number) => {
    const at = y * rowBytes;
    rows[at] = NO_FILTER;
    rows.fill(0xff, at + 1, at + rowBytes);
    return at + 1;
  };
  light(0);
  for (let row = 0; row < modules.size; row++) {
    const at = light(margin + row * scale);
    for (const { from, length } of darkRuns(modules, row)) {
      darken(rows, at, margin + from * scale, margin + (from + length) * scale);
    }
  }
  light(margin + modules.size * scale);
  return rows;
}

/** Darkens the pixels from `first` up to but excluding `end` in the row that begins at byte `at`. */
function darken(rows: Buffer, at: number, first: number, end: number): void {
  const firstByte = at + (first >> 3);
  const lastByte = at + (end >> 3);
  const before = ~(0xff >> (first & 7));
  const behind = 0xff >> (end & 7);
  if (firstByte === lastByte) {
    rows[firstByte] = (rows[firstByte] as number) & (before | behind);
    return;
  }
  rows[firstByte] = (rows[firstByte] as number) & before;
  for (let byte = firstByte + 1; byte < lastByte; byte++) rows[byte] = 0;
  rows[lastByte] = (rows[lastByte] as number) & behind;
}

/** Length, name, content, and a checksum of name and content. */
function chunk(name: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + content.length);
  bytes.writeUInt32BE(content.length, 0);
  bytes.write(name, 4, 'latin1');
  content.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + content.length)), 8 + content.length);
  return bytes;
}
