import type { VNode } from 'preact';
import type { LatencyMinute } from '../../lib/providers/statistics.ts';
import { countText } from './number-text.ts';

const WIDTH = 180;
const HEIGHT = 36;
const EDGE = 4;
/** Keeps the slowest minute away from the upper edge. */
const HEADROOM = 1.25;

/** A provider's latency over the last hour as a small line, with gaps where nothing was called, and in words. */
export function LatencyLine({ id, name, minutes }: { id: string; name: string; minutes: LatencyMinute[] }): VNode {
  const calls = minutes.reduce((sum, minute) => sum + minute.calls, 0);
  if (calls === 0) return <span class="faint">no calls</span>;
  const most = Math.max(1, ...minutes.map(({ ms }) => ms ?? 0));
  const mean = minutes.reduce((sum, { calls: count, ms }) => sum + count * (ms ?? 0), 0) / calls;
  const words = `${countText(Math.round(mean))} ms on average over ${countText(calls)} ${calls === 1 ? 'call' : 'calls'}, slowest minute ${countText(Math.round(most))} ms`;
  return (
    <span class="latency">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={`${id}-title ${id}-text`}>
        <title id={`${id}-title`}>{`Latency of ${name} over the last hour`}</title>
        <desc id={`${id}-text`}>{words}</desc>
        <path d={path(minutes, most)} />
      </svg>
      <span class="faint">{words}</span>
    </span>
  );
}

/** The path of the line. A minute without neighbours is a dot: a line of no length with round ends. */
function path(minutes: readonly LatencyMinute[], most: number): string {
  const x = (index: number) => round(EDGE + (index / Math.max(1, minutes.length - 1)) * (WIDTH - 2 * EDGE));
  const y = (ms: number) => round(HEIGHT - EDGE - (ms / (HEADROOM * most)) * (HEIGHT - 2 * EDGE));
  return minutes
    .flatMap(({ ms }, index) => {
      if (ms === null) return [];
      const joined = index > 0 && minutes[index - 1]?.ms != null;
      const point = `${x(index)} ${y(ms)}`;
      return [joined ? `L${point}` : `M${point}L${point}`];
    })
    .join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
