import type { VNode } from 'preact';
import type { Usage } from '../../../lib/statistics/read-usage.ts';
import { figuresOf, sumOf } from '../../../lib/statistics/usage-figures.ts';
import { Lines } from '../charts/lines.tsx';
import { StackedBars } from '../charts/stacked-bars.tsx';
import { durationText } from '../number-text.ts';
import { useLocale, useTexts } from '../rendering.tsx';

/** What became of requests, over time. */
export function RequestsChart({ usage: { points, step } }: { usage: Usage }): VNode {
  const texts = useTexts().statistics;
  const figures = points.map(({ counts }) => figuresOf(counts));
  const left = points.map(({ counts }) => counts.get('left') ?? 0);
  const refused = figures.map(({ refusals }) => sumOf(refusals));
  const answered = figures.map(({ requests, errors }, at) => requests - errors - (refused[at] ?? 0) - (left[at] ?? 0));
  return (
    <StackedBars
      id="requests"
      title={texts.requestsChart}
      step={step}
      isOpen
      times={points.map(({ at }) => at)}
      series={[
        { name: texts.answered, tone: 'accent', values: answered },
        { name: texts.refused, tone: 'warning', values: refused },
        { name: texts.errors, tone: 'bad', values: figures.map(({ errors }) => errors) },
        ...(left.some((count) => count > 0) ? [{ name: texts.left, tone: 'faint' as const, values: left }] : []),
      ]}
    />
  );
}

/** How long answers took, over time. */
export function DurationsChart({ usage: { points, step } }: { usage: Usage }): VNode {
  const texts = useTexts().statistics;
  const locale = useLocale();
  const figures = points.map(({ counts }) => figuresOf(counts));
  return (
    <Lines
      id="durations"
      title={texts.durationsChart}
      step={step}
      isOpen
      format={(ms) => durationText(ms, locale)}
      times={points.map(({ at }) => at)}
      series={[
        { name: texts.p50, tone: 'accent', values: figures.map(({ p50 }) => p50) },
        { name: texts.p95, tone: 'warning', values: figures.map(({ p95 }) => p95) },
      ]}
    />
  );
}
