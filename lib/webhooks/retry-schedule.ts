const S = 1_000;
const M = 60 * S;
const H = 60 * M;

/** How long after each try that failed the next one comes. With these, the last comes 23 h 43 min after the first. */
const WAITS_MS = [5 * S, 30 * S, 2 * M, 10 * M, 30 * M, H, 2 * H, 4 * H, 6 * H, 10 * H];
/** A delivery is tried for so long. */
const TRIED_FOR_MS = 24 * H;
/** Waits are up to this part longer, so that not all that failed together is tried again together. */
const JITTER = 0.1;

/**
 * How long to wait after a try that failed; null if the delivery is given up. `tries` counts this one, `ageMs` is the time
 * since the delivery was made, `askedMs` what the receiver asks for, and `random` a number from 0 to 1.
 */
export function nextTryMs(tries: number, ageMs: number, askedMs: number, random: number): number | null {
  const wait = WAITS_MS[tries - 1];
  const leftMs = TRIED_FOR_MS - ageMs;
  if (wait === undefined || leftMs <= 0 || askedMs > leftMs) return null;
  return Math.round(Math.min(leftMs, Math.max(askedMs, wait * (1 + random * JITTER))));
}
