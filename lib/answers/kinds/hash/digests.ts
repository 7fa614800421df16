import { createHash } from 'node:crypto';
import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';

const table = jsonFile(
  new URL('./data/digests.json', import.meta.url),
  z.object({
    /** Digests that Node computes itself, synchronously. */
    native: z.record(z.string(), z.object({ outputLength: z.number().optional() })),
    /** Functions of hash-wasm, with the parameter that makes the digest. */
    library: z.record(z.string(), z.tuple([z.string()]).rest(z.number())),
    /** Digests by number of hexadecimal digits, most likely first. */
    byDigits: z.record(z.string(), z.array(z.string())),
  }),
);

/** The names of all supported digests. */
export const digestNames = () => [...Object.keys(table().native), ...Object.keys(table().library)];

/** Whether Node computes a digest itself, without a library that must be loaded first. */
export const isNative = (algorithm: string) => Object.hasOwn(table().native, algorithm);

/** Digests with this many hexadecimal digits, most likely first. */
export const digestsOfLength = (digits: number) => table().byDigits[digits];

type Digest = (bytes: Uint8Array, ...parameters: number[]) => Promise<string>;

/** Computes a digest. hash-wasm embeds its WebAssembly programs, so it is loaded only when a digest needs it. */
export async function digestOf(algorithm: string, bytes: Uint8Array): Promise<Buffer> {
  const { native, library } = table();
  if (isNative(algorithm))
    return createHash(algorithm, native[algorithm] as object)
      .update(bytes)
      .digest();
  const [name = '', ...parameters] = library[algorithm] ?? [];
  const functions = (await import('hash-wasm')) as unknown as Record<string, Digest>;
  return Buffer.from(await (functions[name] as Digest)(bytes, ...parameters), 'hex');
}
