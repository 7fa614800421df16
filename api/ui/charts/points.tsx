import type { ScaleBand } from 'd3-scale';
import type { VNode } from 'preact';
import { useLocale, useTexts } from '../rendering.tsx';
import type { OverTime } from './series.ts';
import { pointText } from './time-axis.ts';
import { PLOT_HEIGHT, percent } from './value-axis.ts';

/** Of more points than this, the keyboard reaches only one without JavaScript: the table is the shorter way. */
const MOST_STOPS = 48;
const BOX_WIDTH = 160;
const LINE_HEIGHT = 17;

interface PointsProps {
  of: OverTime;
  x: ScaleBand<number>;
  format(value: number): string;
}

/** One element per point, over the whole height: its values are in a box that appears on hover and on focus. */
export function Points({ of: { times, series, step, isOpen }, x, format }: PointsProps): VNode {
  const { soFar } = useTexts().charts;
  const locale = useLocale();
  const shown = (value: number | null | undefined) => (value == null ? '–' : format(value));
  const slot = x.step();
  return (
    <>
      {times.map((at, index) => {
        const isLast = index === times.length - 1;
        const time = pointText(at, step, locale) + (isOpen && isLast ? ` (${soFar})` : '');
        const values = series.map(({ name, values: of }) => `${name}: ${shown(of[index])}`);
        const isLeft = index < times.length / 2;
        return (
          // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a picture of its values, which the keyboard reaches to show them.
          <g
            key={at}
            class="point"
            role="img"
            tabindex={times.length <= MOST_STOPS || isLast ? 0 : -1}
            aria-label={`${time}. ${values.join(', ')}`}
          >
            <rect class="hit" x={percent(index * slot)} width={percent(slot)} y={0} height={PLOT_HEIGHT} />
            <svg class="box" x={percent((index + 0.5) * slot)} y={2} width={1} height={1} aria-hidden="true">
              <rect
                x={isLeft ? 8 : -BOX_WIDTH - 8}
                width={BOX_WIDTH}
                height={(values.length + 1) * LINE_HEIGHT + 9}
                rx={4}
              />
              <text x={isLeft ? 16 : -BOX_WIDTH} y={LINE_HEIGHT}>
                <tspan class="time">{time}</tspan>
                {values.map((value) => (
                  <tspan key={value} x={isLeft ? 16 : -BOX_WIDTH} dy={LINE_HEIGHT}>
                    {value}
                  </tspan>
                ))}
              </text>
            </svg>
          </g>
        );
      })}
    </>
  );
}
