import type { Rational } from '../reading/numbers/rational.ts';
import type { Unit } from '../reading/units/units.ts';
import type { Roles } from './lexicon.ts';

/** A token of a calculation, with all its possible meanings. */
export interface Token extends Roles {
  text: string;
  glued: boolean;
  number?: Rational;
  /** A number with a prefix, as in programs: 0xff. */
  prefixed?: true;
  /** 3rd, as in `3rd root`. */
  ordinal?: true;
  sign?: string;
  units?: readonly Unit[];
}
