import type { VNode } from 'preact';
import { Lines } from '../charts/lines.tsx';
import { ShareBar } from '../charts/share-bar.tsx';
import { StackedBars } from '../charts/stacked-bars.tsx';
import { EngineList } from '../requests/engine-bars.tsx';
import { Part } from './part.tsx';

const DAY_MS = 86_400_000;
const OUTCOMES = [
  { engine: 'engine_a', outcome: 'ok', ms: 214 },
  { engine: 'engine_b', outcome: 'timeout', ms: 900 },
];

/** Every chart, on the page of all components: two weeks of made-up numbers. */
export function DesignCharts(): VNode {
  const times = Array.from({ length: 14 }, (_, at) => Date.now() - (13 - at) * DAY_MS);
  const values = times.map((_, at) => ((at * 37) % 23) + 3);
  const shared = { step: 'day', times, isOpen: true } as const;
  return (
    <Part name="Charts">
      <StackedBars
        {...shared}
        id="searches"
        title="Searches by day"
        series={[
          { name: 'answered', tone: 'accent', values },
          { name: 'failed', tone: 'bad', values: values.map((value) => value % 3) },
        ]}
      />
      <Lines
        {...shared}
        id="times"
        title="Response time by day"
        format={(ms) => `${ms} ms`}
        series={[{ name: 'median', tone: 'accent', values }]}
      />
      <ShareBar
        id="share"
        title="Parts of a whole"
        parts={[
          { name: 'answered', tone: 'accent', value: 90 },
          { name: 'failed', tone: 'bad', value: 10 },
        ]}
      />
      <EngineList engines={OUTCOMES} />
    </Part>
  );
}
