import { InputError } from '../accounts/account-store.ts';
import type { LimitChanges } from '../limits/limit-changes.ts';
import type { OwnerLimits } from '../limits/limits.ts';
import { type Rate, withinRate } from '../limits/rate.ts';

/** Who sets something: an administrator may go beyond the settings of the instance, an owner may not. */
export interface Actor {
  isAdmin: boolean;
}

/** The command line acts for the operator. */
export const OPERATOR: Actor = { isAdmin: true };

/** A field that cannot be set so, with what is wrong with it. */
export class FieldError extends InputError {
  readonly field: string;

  constructor(field: string, message: string) {
    super(`${field}: ${message}`);
    this.field = field;
  }
}

/** Throws a FieldError if somebody who is no administrator sets a limit beyond that of the instance. */
export function allowLimits({ isAdmin }: Actor, changes: LimitChanges | undefined, instance: OwnerLimits): void {
  if (isAdmin || !changes) return;
  const refuse = (name: string, most: string) => {
    throw new FieldError(`limits.${name}`, `At most ${most}; an administrator may set more.`);
  };
  for (const name of ['burst', 'sustained'] as const) {
    const [wished, kept] = [changes[name], instance[name]];
    if (!wished || !kept) continue;
    if (wished === 'off' || withinRate(wished, kept) !== wished) refuse(name, rateText(kept));
  }
  const { monthly } = changes;
  if (monthly && instance.monthly !== null && (monthly === 'off' || monthly > instance.monthly)) {
    refuse('monthly', String(instance.monthly));
  }
}

const UNITS: readonly (readonly [ms: number, name: string])[] = [
  [86_400_000, 'day'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
];

/** A rate as people write it: `10/min`. */
export function rateText({ limit, windowMs }: Rate): string {
  const [, unit = 's'] = UNITS.find(([ms]) => ms === windowMs) ?? [];
  return `${limit}/${unit}`;
}
