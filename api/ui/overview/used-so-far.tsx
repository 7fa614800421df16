import type { VNode } from 'preact';
import type { Usage } from '../../../lib/statistics/read-usage.ts';
import { countText, shareText } from '../number-text.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { FigureCard } from '../usage/figure-cards.tsx';
import { RequestsChart } from '../usage/usage-charts.tsx';

const searchesOf = (counts: ReadonlyMap<string, number> | undefined) => counts?.get('searches') ?? 0;

/** Searches today, this month and in thirty days, and how these compare with the thirty before. */
export function UsedSoFar({ days, months }: { days: Usage; months: Usage }): VNode {
  const { overview: texts, statistics } = useTexts();
  const locale = useLocale();
  const count = (value: number) => countText(value, locale);
  const [is, was] = [searchesOf(days.total), searchesOf(days.before ?? undefined)];
  const share = shareText(was === 0 ? 0 : Math.abs(is / was - 1), locale);
  const trend =
    was === 0
      ? statistics.noneBefore
      : is === was
        ? statistics.unchanged
        : (is > was ? statistics.more : statistics.fewer)(share, count(was));
  return (
    <>
      <dl class="figures">
        <FigureCard name={texts.today} value={count(searchesOf(days.points.at(-1)?.counts))} />
        <FigureCard name={texts.thisMonth} value={count(searchesOf(months.points.at(-1)?.counts))} />
        <FigureCard name={texts.lastDays} value={count(is)} change={trend} />
      </dl>
      <RequestsChart usage={days} />
    </>
  );
}
