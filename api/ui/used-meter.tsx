import type { VNode } from 'preact';

/** The share from which on what is used of a limit is a caution, as it is for alerts. */
const MUCH = 0.8;

/** How much of a limit is used: good, then a caution, then bad. Without a label, the text beside it says the same. */
export function UsedMeter({ used, of, label }: { used: number; of: number; label?: string }): VNode {
  return (
    <meter
      min={0}
      low={MUCH * of}
      // All of it: browsers colour what is above it as bad, and a meter has no more than its maximum.
      high={Math.max(0, of - 0.001)}
      optimum={0}
      max={of}
      value={Math.min(used, of)}
      aria-label={label}
      aria-hidden={label === undefined ? 'true' : undefined}
    />
  );
}
