import { constants, crc32, deflateSync } from 'node:zlib';

/** Width of the light margin on each side in modules: the minimum that readers need. */
export const QUIET = 2;
/** Width of the PNG in pixels; greater only if a module would otherwise be a single pixel. */
const WIDTH = 300;
const LEAST_SCALE = 2;

/**
 * The PNG of a QR code, with one bit per pixel. The library's takes far longer, because it tries every filter on every
 * row of full-colour pixels. Format: https://www.w3.org/TR/png-3/.
 */
export function pngOf({ size, data }: { size: number; data: Uint8Array }): Buffer {
  // Modules have a whole number of pixels, so that all have the same size. The remaining pixels widen the margin.
  const scale = Math.max(LEAST_SCALE, Math.floor(WIDTH / (size + 2 * QUIET)));
  const width = Math.max(WIDTH, (size + 2 * QUIET) * scale);
  const margin = Math.floor((width - size * scale) / 2);
  // The first byte of a row is its filter: 0 for none, 2 for the difference from the row above.
  const bytes = 1 + Math.ceil(width / 8);
  const pixels = Buffer.alloc(width * bytes);
  let previous = Number.NaN;
  for (let y = 0; y < width; y++) {
    const row = Math.max(-1, Math.min(size, Math.floor((y - margin) / scale)));
    const start = y * bytes;
    if (row === previous) {
      pixels[start] = 2;
      continue;
    }
    previous = row;
    pixels.fill(0xff, start + 1, start + bytes);
    // The margins above and below have no modules.
    const modules = data.subarray(Math.max(0, row * size), (row + 1) * size);
    for (let column = 0; column < modules.length; column++) {
      const from = margin + column * scale;
      for (let x = modules[column] ? from : from + scale; x < from + scale; x++) {
        const at = start + 1 + (x >> 3);
        pixels[at] = (pixels[at] as number) & ~(0x80 >> (x & 7));
      }
    }
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.concat([bytesOf(width), bytesOf(width), Buffer.from([1, 0, 0, 0, 0])])),
    chunk('IDAT', deflateSync(pixels, { strategy: constants.Z_RLE })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Length, name, content, and a checksum of name and content. */
function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  return Buffer.concat([bytesOf(content.length), named, bytesOf(crc32(named))]);
}

const bytesOf = (value: number) => Buffer.from(value.toString(16).padStart(8, '0'), 'hex');
