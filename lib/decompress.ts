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

/** Why a body could not be decompressed. */
export class CompressionError extends Error {
  readonly problem: 'unknown' | 'broken' | 'too large';

  constructor(problem: CompressionError['problem']) {
    super(`The encoding is ${problem}.`);
    this.problem = problem;
  }
}

/** Decompresses with a size limit: 200 KB of gzip can expand to 200 MB. Rejects with a `CompressionError`. */
export async function decompress(body: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity' || body.length === 0) return body;
  const decoder = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
  if (!decoder) throw new CompressionError('unknown');
  try {
    return await decoder(body, { maxOutputLength: maxBytes });
  } catch (error) {
    throw new CompressionError(
      (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : 'broken',
    );
  }
}
