import type { ThreadKind } from './answer.ts';
import { base } from './base.ts';
import { hash } from './hash.ts';
import { math } from './math.ts';
import { number } from './number.ts';
import { qr } from './qr.ts';
import { unit } from './unit.ts';

/**
 * The kinds that are worked out in threads, in the order of `registry.ts`. Apart from it because a thread loads these and no
 * others: the tables of the rest would cost every thread megabytes.
 */
export const threadKinds: readonly ThreadKind<unknown>[] = [qr, hash, base, number, unit, math];
