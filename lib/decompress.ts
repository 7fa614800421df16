import { promisify } from 'node:util';
import zlib, { brotliDecompress, gunzip, inflate } from 'node:zlib';

type Decoder = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

/** Node has it from version 22.15 on. */
const { zstdDecompress } = zlib as { zstdDecompress?: typeof gunzip };

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  ...(zstdDecompress ? { zstd: promisify(zstdDecompress) as Decoder } : {}),
};

/** The encodings that `decompress` knows, as a header. */
export const ACCEPTED_ENCODINGS = `gzip, deflate, br${zstdDecompress ? ', zstd' : ''}`;

/** Creates the error of a body that cannot be read: its encoding is unknown or broken, or it is too large. */
export type Unreadable = (problem: 'unknown' | 'broken' | 'too large') => Error;

/** Decompresses with a size limit: 200 KB of gzip can expand to 200 MB. Rejects with the error for what is wrong. */
export async function decompress(
  body: Buffer,
  encoding: string,
  maxBytes: number,
  unreadable: Unreadable,
): Promise<Buffer> {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity' || body.length === 0) return body;
  const decoder = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
  if (!decoder) throw unreadable('unknown');
  try {
    return await decoder(body, { maxOutputLength: maxBytes });
  } catch (error) {
    throw unreadable((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : 'broken');
  }
}
