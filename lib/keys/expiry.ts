import { InputError } from '../accounts/account-store.ts';

/**
 * Parses an expiry. A date means the end of that day in UTC. Parsing is strict, because `new Date` would turn 31
 * February into 3 March.
 */
export function parseExpiry(text: string): Date {
  const [, day, time] =
    /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? [];
  const date = new Date(time ? text : `${text}T23:59:59.999Z`);
  const midnight = new Date(`${day}T00:00:00Z`);
  const realDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day ?? '?');
  if (!realDay || Number.isNaN(date.getTime())) throw new InputError(`"${text}" is not a date; write 2027-01-31.`);
  return date;
}

const WARNED_BEFORE_MS = 30 * 86_400_000;

/** Whether a key that ends at this time, in milliseconds since the epoch, ends soon enough to warn of it. */
export function endsSoon(expiresAtMs: number | null, now = Date.now()): boolean {
  return expiresAtMs !== null && expiresAtMs <= now + WARNED_BEFORE_MS;
}
