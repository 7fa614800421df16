import type { ThreadKind } from './answer.ts';
import { base } from './base.ts';
import { hash } from './hash.ts';
import { math } from './math.ts';
import { number } from './number.ts';
import { qr } from './qr.ts';
import { unit } from './unit.ts';

/**
 * The kinds that run in threads, in the order of `registry.ts`. They have a file of their own because threads load only
 * these: the tables of the other kinds would cost every thread megabytes.
 */
export const threadKinds: readonly ThreadKind<unknown>[] = [qr, hash, base, number, unit, math];
