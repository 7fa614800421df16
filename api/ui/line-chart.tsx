import type { VNode } from 'preact';
import type { LatencyMinute } from '../../lib/providers/statistics.ts';
import { useTexts } from './rendering.tsx';

const WIDTH = 180;
const HEIGHT = 36;
const EDGE = 4;
/** Keeps the slowest minute away from the upper edge. */
const HEADROOM = 1.25;

/** A provider's latency over the last hour as a small line, with gaps where nothing was called, and in words. */
export function LatencyLine({ id, name, minutes }: { id: string; name: string; minutes: LatencyMinute[] }): VNode {
  const texts = useTexts().charts;
  const calls = minutes.reduce((sum, minute) => sum + minute.calls, 0);
  if (calls === 0) return <span class="faint">{texts.noCalls}</span>;
  const most = Math.max(1, ...minutes.map(({ ms }) => ms ?? 0));
  const mean = minutes.reduce((sum, { calls: count, ms }) => sum + count * (ms ?? 0), 0) / calls;
  const words = texts.latency(Math.round(mean), calls, Math.round(most));
  return (
    <span class="latency">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={`${id}-title ${id}-text`}>
        <title id={`${id}-title`}>{texts.latencyOf(name)}</title>
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
