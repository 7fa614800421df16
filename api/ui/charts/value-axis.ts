import { type ScaleLinear, scaleLinear } from 'd3-scale';

/** Height of a plot in pixels, with room above the highest line for its label. */
export const PLOT_HEIGHT = 168;
const TOP = 10;

/** From a value to its height in the plot, ending at a round number. Counts have no lines between whole numbers. */
export function valueScale(most: number, isWhole: boolean): { y: ScaleLinear<number, number>; ticks: number[] } {
  const y = scaleLinear([0, most > 0 ? most : 1], [PLOT_HEIGHT, TOP]).nice(4);
  const ticks = y.ticks(4).filter((tick) => !isWhole || Number.isInteger(tick));
  return { y, ticks };
}

/** A coordinate with as many digits as can be seen. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A coordinate as a share of the plot's width, so that text keeps its size when the plot is wide or narrow. */
export function percent(value: number): string {
  return `${rounded(value)}%`;
}
