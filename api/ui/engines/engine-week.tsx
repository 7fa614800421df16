import type { VNode } from 'preact';
import type { FailureCode } from '../../../lib/outcome.ts';
import { type CallHour, summaryOf } from '../../../lib/providers/call-hours.ts';
import { Lines } from '../charts/lines.tsx';
import type { Tone } from '../charts/series.ts';
import { StackedBars } from '../charts/stacked-bars.tsx';
import { durationText } from '../number-text.ts';
import { useLocale, useTexts } from '../rendering.tsx';

/** The failures of calls that were made, each with its colour. */
const FAILURES: readonly (readonly [code: FailureCode, tone: Tone])[] = [
  ['upstream', 'bad'],
  ['timeout', 'warning'],
  ['rate_limited', 'violet'],
  ['refused', 'teal'],
  ['rejected', 'good'],
  ['internal', 'faint'],
];

/** Seven days by hour: calls and failures by reason, and response times. */
export function EngineWeek({ hours }: { hours: readonly CallHour[] }): VNode {
  const { engine: texts, engineList: engines } = useTexts();
  const locale = useLocale();
  const summaries = hours.map((hour) => summaryOf([hour]));
  if (summaries.every(({ calls }) => calls === 0)) return <p class="empty">{texts.noneThisWeek}</p>;
  const times = hours.map(({ at }) => at);
  const failures = FAILURES.flatMap(([code, tone]) => {
    const values = hours.map(({ failed }) => failed.get(code) ?? 0);
    return values.some((value) => value > 0) ? [{ name: engines.reasons[code], tone, values }] : [];
  });
  const shared = { step: 'hour', times, isOpen: true } as const;
  return (
    <>
      <StackedBars
        {...shared}
        id="calls"
        title={texts.callsByHour}
        series={[{ name: texts.succeeded, tone: 'accent', values: hours.map(({ ok }) => ok) }, ...failures]}
      />
      <Lines
        {...shared}
        id="times"
        title={texts.timesByHour}
        format={(ms) => durationText(ms, locale)}
        series={[
          { name: texts.median, tone: 'accent', values: summaries.map(({ p50 }) => p50) },
          { name: texts.slowest, tone: 'warning', values: summaries.map(({ p95 }) => p95) },
        ]}
      />
    </>
  );
}
