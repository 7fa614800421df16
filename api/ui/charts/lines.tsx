import { line } from 'd3-shape';
import type { VNode } from 'preact';
import { Plot, type Scales } from './plot.tsx';
import type { OverTime, Series } from './series.ts';
import { PLOT_HEIGHT, percent, rounded } from './value-axis.ts';

/** Of more points than this, only those without neighbours are dots. */
const MOST_DOTS = 31;

/** Measurements over time as lines, with gaps where nothing was measured. See `stacked-bars.tsx` for how to use it. */
export function Lines(of: OverTime): VNode {
  const most = Math.max(0, ...of.series.flatMap(({ values }) => values.map(Number)));
  return (
    <Plot
      of={of}
      kind="line"
      most={most}
      draw={(scales) => of.series.map((series) => <Line key={series.name} of={series} {...scales} />)}
    />
  );
}

/** Only the path is stretched to the width; dots stay round, and lines as thick as they are. */
function Line({ of: { tone, values }, x, y }: { of: Series } & Scales): VNode {
  const centre = (index: number) => (x(index) ?? 0) + x.bandwidth() / 2;
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => rounded(centre(index)))
    .y((value) => rounded(y(value ?? 0)))([...values]);
  const isDot = (index: number) =>
    values.length <= MOST_DOTS || (values[index - 1] == null && values[index + 1] == null);
  return (
    <>
      <svg
        width="100%"
        height={PLOT_HEIGHT}
        viewBox={`0 0 100 ${PLOT_HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path class={`line ${tone}`} d={path ?? ''} />
      </svg>
      {values.map((value, index) =>
        value !== null && isDot(index) ? (
          <circle key={centre(index)} class={`tone ${tone}`} cx={percent(centre(index))} cy={rounded(y(value))} r={3} />
        ) : null,
      )}
    </>
  );
}
