import type { AnswerKind } from './kind.ts';
import { algebra } from './kinds/algebra/algebra.ts';
import { base } from './kinds/base/base.ts';
import { hash } from './kinds/hash/hash.ts';
import { math } from './kinds/math/math.ts';
import { number } from './kinds/number/number.ts';
import { qr } from './kinds/qr/qr.ts';
import { unit } from './kinds/unit/unit.ts';

/** The kinds of threads, in the order of `registry.ts`: the tables of all would cost every thread megabytes. */
export const threadKinds: readonly AnswerKind[] = [qr, hash, base, number, unit, math, algebra];
