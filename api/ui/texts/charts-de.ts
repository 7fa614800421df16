import { countText } from '../number-text.ts';
import type { charts as english } from './charts-en.ts';

const count = (value: number) => countText(value, 'de');

/** The German texts of charts. */
export const charts: typeof english = {
  summary: (first, last, peaks) => `Vom ${first} bis ${last}. Höchstwerte: ${peaks}.`,
  asTable: 'Als Tabelle anzeigen',
  steps: { hour: 'Stunde (UTC)', day: 'Tag (UTC)', month: 'Monat (UTC)' },
  soFar: 'bisher',
  searches: 'Suchen',
  noCalls: 'keine Aufrufe',
  latencyOf: (name) => `Antwortzeit von ${name} in der letzten Stunde`,
  latency: (meanMs, calls, mostMs) =>
    `im Mittel ${count(meanMs)} ms bei ${count(calls)} ${calls === 1 ? 'Aufruf' : 'Aufrufen'}, langsamste Minute ${count(mostMs)} ms`,
};
