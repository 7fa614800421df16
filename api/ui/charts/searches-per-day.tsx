import type { VNode } from 'preact';
import type { RecentUsage } from '../../../lib/limits/recent-usage.ts';
import { useTexts } from '../rendering.tsx';
import { StackedBars } from './stacked-bars.tsx';

/** The counted searches of the last days. */
export function SearchesPerDay({ title, days }: { title: string; days: RecentUsage['days'] }): VNode {
  const { searches } = useTexts().charts;
  return (
    <StackedBars
      id="days"
      title={title}
      step="day"
      isOpen
      times={days.map(({ date }) => Date.parse(date))}
      series={[{ name: searches, tone: 'accent', values: days.map((day) => day.searches) }]}
    />
  );
}
