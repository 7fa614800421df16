import type { ScaleBand } from 'd3-scale';
import type { VNode } from 'preact';
import { useLocale, useTexts } from '../rendering.tsx';
import type { OverTime } from './series.ts';
import { pointText } from './time-axis.ts';
import { PLOT_HEIGHT, percent } from './value-axis.ts';

/** Of more points than this, the keyboard reaches only one without JavaScript: the table is the shorter way. */
const MOST_STOPS = 48;
const BOX_WIDTH = 160;
/** Characters that fit a line of the box in every language; a box as wide as any text would leave the window of a phone. */
const MOST_CHARACTERS = 21;
const LINE_HEIGHT = 17;
/** Of more values than these, the box has only those that are not 0. */
const MOST_VALUES = 4;

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
        const textOf = ({ name, values: of }: OverTime['series'][number]) => `${name}: ${shown(of[index])}`;
        const isTold = ({ values: of }: OverTime['series'][number]) => series.length <= MOST_VALUES || of[index] !== 0;
        const head = linesOf(time);
        const lines = [...head, ...series.filter(isTold).flatMap((one) => linesOf(textOf(one)))];
        const isLeft = index < times.length / 2;
        return (
          // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a picture of its values, which the keyboard reaches to show them.
          <g
            key={at}
            class="point"
            role="img"
            tabindex={times.length <= MOST_STOPS || isLast ? 0 : -1}
            aria-label={`${time}. ${series.map(textOf).join(', ')}`}
          >
            <rect class="hit" x={percent(index * slot)} width={percent(slot)} y={0} height={PLOT_HEIGHT} />
            <svg class="box" x={percent((index + 0.5) * slot)} y={2} width={1} height={1} aria-hidden="true">
              <rect x={isLeft ? 8 : -BOX_WIDTH - 8} width={BOX_WIDTH} height={lines.length * LINE_HEIGHT + 9} rx={4} />
              <text y={0}>
                {lines.map((line, at) => (
                  <tspan
                    key={line}
                    class={at < head.length ? 'time' : ''}
                    x={isLeft ? 16 : -BOX_WIDTH}
                    dy={LINE_HEIGHT}
                  >
                    {line}
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

/** The lines that a text takes in the box. SVG does not break lines itself. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= MOST_CHARACTERS)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
