import { countText } from '../number-text.ts';

const count = (value: number) => countText(value, 'en');

/** The English texts of charts. */
export const charts = {
  /** Describes a chart over time; `peaks` is the highest value of each series. */
  summary: (first: string, last: string, peaks: string) => `From ${first} to ${last}. At most: ${peaks}.`,
  asTable: 'Show as table',
  steps: { hour: 'Hour (UTC)', day: 'Day (UTC)', month: 'Month (UTC)' },
  soFar: 'so far',
  searches: 'Searches',
  noCalls: 'no calls',
  latencyOf: (name: string) => `Latency of ${name} over the last hour`,
  latency: (meanMs: number, calls: number, mostMs: number) =>
    `${count(meanMs)} ms on average over ${count(calls)} ${calls === 1 ? 'call' : 'calls'}, slowest minute ${count(mostMs)} ms`,
};
