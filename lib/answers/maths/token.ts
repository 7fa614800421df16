import type { Roles } from './lexicon.ts';
import type { Rational } from './rational.ts';
import type { Unit } from './units.ts';

/** A word of the language of calculations, with all that it may mean. */
export interface Token extends Roles {
  text: string;
  glued: boolean;
  number?: Rational;
  /** The number was spelt out, or is part of a name: no digits. */
  spelt?: true;
  /** A number as programs write it: 0xff. */
  prefixed?: true;
  /** 3rd, as in `3rd root`. */
  ordinal?: true;
  sign?: string;
  units?: readonly Unit[];
}
