/** At most `limit` requests within any `windowMs`. */
export interface Rate {
  limit: number;
  windowMs: number;
}

/** A rate with a limit this many times as large; off stays off. */
export function multiplyRate(rate: Rate | null, by: number): Rate | null {
  return rate && { ...rate, limit: rate.limit * by };
}

/**
 * The lower of a rate that is wished for and one that must be kept. The wish counts only if whoever keeps to it keeps to
 * the other as well: `2/min` is less than `1/s` on average, but allows two calls within a second.
 */
export function withinRate(wished: Rate | null, kept: Rate | null): Rate | null {
  if (!wished || !kept) return wished ?? kept;
  const mostCalls = Math.ceil(kept.windowMs / wished.windowMs) * wished.limit;
  return mostCalls <= kept.limit ? wished : kept;
}

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  sec: 1_000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  hour: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
};

/** Parses `60/min`, `5000/day` or `off` (null). Throws an error with a message for the operator on anything else. */
export function parseRate(text: string): Rate | null {
  const value = text.trim().toLowerCase();
  if (value === 'off') return null;
  const match = /^(\d{1,9})\/([a-z]+)$/.exec(value);
  const limit = Number(match?.[1]);
  const unit = match?.[2] ?? '';
  const windowMs = Object.hasOwn(UNIT_MS, unit) ? UNIT_MS[unit] : undefined;
  if (!match || windowMs === undefined || limit < 1) {
    throw new Error(`"${text}" is not a rate: write N/(s|sec|m|min|h|hour|d|day) with N ≥ 1, or off`);
  }
  return { limit, windowMs };
}

const UNIT_NAMES = ['day', 'h', 'min', 's'] as const;

/** A rate as people write it: `10/min`. */
export function rateText({ limit, windowMs }: Rate): string {
  return `${limit}/${UNIT_NAMES.find((name) => UNIT_MS[name] === windowMs)}`;
}
