import type { VNode } from 'preact';

const HEIGHT = 60;
const COLUMN = 100;
/** Room for the line above and below. */
const MARGIN = 6;

export interface Range {
  min: number;
  max: number;
}

/** The highest and lowest temperatures as two curves, each day in the middle of its column. */
export function WeatherCurve({ days }: { days: readonly (Range | null)[] }): VNode | null {
  const known = days.flatMap((day) => day ?? []);
  if (known.length < 2) return null;
  const [lowest, highest] = [Math.min(...known.map(({ min }) => min)), Math.max(...known.map(({ max }) => max))];
  const scale = (HEIGHT - 2 * MARGIN) / Math.max(1, highest - lowest);
  const points = (of: keyof Range) =>
    days.flatMap((day, at): Point[] => (day ? [[(at + 0.5) * COLUMN, MARGIN + (highest - day[of]) * scale]] : []));
  const [warm, cold] = [points('max'), points('min')];
  return (
    <svg
      class="weather-curve"
      viewBox={`0 0 ${days.length * COLUMN} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path class="between" d={`${curve(warm)}L${curve(cold.toReversed()).slice(1)}z`} />
      <path class="warm" d={curve(warm)} />
      <path class="cold" d={curve(cold)} />
    </svg>
  );
}

type Point = readonly [x: number, y: number];
const round = (value: number) => Math.round(value * 10) / 10;

/** A smooth line that is level at each point, so that it never overshoots. */
function curve(points: readonly Point[]): string {
  return points
    .map(([x, y], at) => {
      const [beforeX, beforeY] = points[at - 1] ?? [x, y];
      const middle = round((beforeX + x) / 2);
      return at === 0 ? `M${x} ${round(y)}` : `C${middle} ${round(beforeY)} ${middle} ${round(y)} ${x} ${round(y)}`;
    })
    .join('');
}
