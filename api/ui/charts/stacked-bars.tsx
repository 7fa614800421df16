import { stack } from 'd3-shape';
import type { VNode } from 'preact';
import { fillOf } from './patterns.tsx';
import { Plot } from './plot.tsx';
import type { OverTime } from './series.ts';
import { percent, rounded } from './value-axis.ts';

/*
 * Charts that the server draws. Pass one `parts={['charts']}` to `Page` and put the component where the chart belongs:
 *
 *   <StackedBars id="requests" title={texts.requests} step="hour" times={hours} isOpen
 *     series={[{ name: texts.ok, tone: 'accent', values: ok }, { name: texts.failed, tone: 'bad', values: failed }]} />
 *   <Lines id="durations" title={texts.durations} step="hour" times={hours} format={(ms) => durationText(ms, locale)}
 *     series={[{ name: 'p50', tone: 'accent', values: p50 }, { name: 'p95', tone: 'warning', values: p95 }]} />
 *   <ShareBar id="outcomes" title={texts.outcomes} parts={[{ name: texts.ok, tone: 'good', value: 12 }]} />
 *
 * `times` are the starts of the hours, days or months in UTC, oldest first; `values` has one value for each, and null
 * where nothing was measured. Names and titles are texts of the page's language. Each chart brings its axes, its legend,
 * the values of a point on hover and focus, and the same numbers as a table below. Colours come from `charts.css`; every
 * tone has a pattern or dashes of its own. `charts.js` only adds the arrow keys.
 */

/** Counts over time as bars, one series on top of the other. */
export function StackedBars(of: OverTime): VNode {
  const { id, times, series, isOpen } = of;
  const layers = stack<number, number>()
    .keys([...series.keys()])
    .value((index, which) => series[which]?.values[index] ?? 0)([...times.keys()]);
  const most = Math.max(0, ...layers.flatMap((layer) => layer.map(([, top]) => top)));
  return (
    <Plot
      of={of}
      kind="area"
      most={most}
      draw={({ x, y }) =>
        layers.map((layer, which) => (
          <g key={series[which]?.name}>
            {layer.map(([bottom, top], index) =>
              top > bottom ? (
                <rect
                  key={times[index]}
                  class={isOpen && index === times.length - 1 ? 'open' : undefined}
                  fill={fillOf(id, series[which]?.tone ?? 'accent')}
                  x={percent(x(index) ?? 0)}
                  width={percent(x.bandwidth())}
                  y={rounded(y(top))}
                  height={rounded(y(bottom) - y(top))}
                />
              ) : null,
            )}
          </g>
        ))
      }
    />
  );
}
