/** How long each point of a chart is. */
export type Step = 'hour' | 'day' | 'month';

/** A colour that says what a series is. Each also has a pattern of its own, for those who do not tell colours apart. */
export const tones = ['accent', 'bad', 'warning', 'good', 'violet', 'teal', 'faint'] as const;
export type Tone = (typeof tones)[number];

/** Values over time, or parts of a whole, that a chart shows under one name. */
export interface Series {
  name: string;
  tone: Tone;
  /** One value per point; null where nothing was measured. */
  values: readonly (number | null)[];
}

/** What a chart over time shows. */
export interface OverTime {
  /** Unique on the page. */
  id: string;
  title: string;
  step: Step;
  /** The start of each point, in milliseconds since the epoch, oldest first. */
  times: readonly number[];
  series: readonly Series[];
  /** How a value is written; a count if this is not given. */
  format?: ((value: number) => string) | undefined;
  /** Whether the last point is still going on. */
  isOpen?: boolean;
}
