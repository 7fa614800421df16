import { type ScaleBand, type ScaleLinear, scaleBand } from 'd3-scale';
import type { ComponentChildren, VNode } from 'preact';
import { countText } from '../number-text.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { ChartTable } from './chart-table.tsx';
import { Legend } from './legend.tsx';
import { Patterns } from './patterns.tsx';
import { Points } from './points.tsx';
import type { OverTime } from './series.ts';
import { pointText, ticksOf } from './time-axis.ts';
import { PLOT_HEIGHT, percent, rounded, valueScale } from './value-axis.ts';

/** Where values and points are in a plot. */
export interface Scales {
  /** From the index of a point to the share of the width, in percent, at which it begins. */
  x: ScaleBand<number>;
  /** From a value to pixels from the top. */
  y: ScaleLinear<number, number>;
}

interface PlotProps {
  of: OverTime;
  kind: 'area' | 'line';
  /** The highest value that is drawn. */
  most: number;
  draw(scales: Scales): ComponentChildren;
}

/** The frame of a chart over time: title, legend, axes, what is drawn, the values of each point, and a table of them. */
export function Plot({ of, kind, most, draw }: PlotProps): VNode {
  const texts = useTexts().charts;
  const locale = useLocale();
  const { id, title, times, series, step } = of;
  const isCount = of.format === undefined;
  const format = of.format ?? ((value: number) => countText(value, locale));
  const { y, ticks } = valueScale(most, isCount);
  const gap = times.length > 60 ? 0.1 : 0.25;
  // Half a gap at each end: bars stand in the middle of their share of the width, as labels and values do.
  const x = scaleBand([...times.keys()], [0, 100])
    .paddingInner(gap)
    .paddingOuter(gap / 2);
  const [first, last] = [times[0], times.at(-1)].map((at) => (at === undefined ? '' : pointText(at, step, locale)));
  // The bar that is not over is pale.
  const isPale = kind === 'area' && of.isOpen && series.some(({ values }) => (values.at(-1) ?? 0) > 0);
  const open = isPale && series[0] ? [{ name: texts.soFar, tone: series[0].tone, isOpen: true }] : [];
  const named = [...(series.length > 1 ? series : []), ...open];
  const labels = ticksOf(times, step, locale);
  const peaks = series.map(({ name, values }) => `${name}: ${format(Math.max(0, ...values.map(Number)))}`);
  return (
    <figure class="chart" aria-labelledby={`${id}-title`}>
      <figcaption id={`${id}-title`}>{title}</figcaption>
      {named.length > 0 && <Legend id={`${id}-legend`} kind={kind} of={named} />}
      <div class="plot">
        <svg class="values" height={PLOT_HEIGHT} aria-hidden="true">
          {ticks.map((tick) => (
            <text key={tick} x="100%" y={rounded(y(tick))}>
              {isCount ? countText(tick, locale, 'compact') : format(tick)}
            </text>
          ))}
        </svg>
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: the figure has a name, and browsers show a title beside every value. */}
        <svg class="points" height={PLOT_HEIGHT} aria-describedby={`${id}-text`}>
          <desc id={`${id}-text`}>{texts.summary(first ?? '', last ?? '', peaks.join(', '))}</desc>
          <Patterns id={id} of={series.map(({ tone }) => tone)} />
          <g>
            {ticks.map((tick) => (
              <line key={tick} class="grid" x1="0" x2="100%" y1={rounded(y(tick))} y2={rounded(y(tick))} />
            ))}
            {draw({ x, y })}
          </g>
          <Points of={of} x={scaleBand(x.domain(), [0, 100])} format={format} />
        </svg>
        <svg class="times" height={22} aria-hidden="true">
          {labels.map(({ index, text }, at) => (
            <text
              key={index}
              class={classOf(labels.length - 1 - at)}
              x={percent((100 * (index + 0.5)) / times.length)}
              y={16}
            >
              {text}
            </text>
          ))}
        </svg>
      </div>
      <ChartTable of={of} format={format} />
    </figure>
  );
}

/** On a phone, every other label is left out, but not the last. */
function classOf(fromEnd: number): string | undefined {
  if (fromEnd === 0) return 'last';
  return fromEnd % 2 === 1 ? 'minor' : undefined;
}
