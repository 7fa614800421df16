import type { VNode } from 'preact';
import { sumOf, type UsageFigures } from '../../../lib/statistics/usage-figures.ts';
import { countText, durationText, moneyText, shareText } from '../number-text.ts';
import { useLocale, useTexts } from '../rendering.tsx';

interface CardProps {
  name: string;
  value: string;
  /** How it differs from the period before, in words. */
  change?: string | undefined;
  note?: string | undefined;
}

/** One number with its name, and how it has changed. */
export function FigureCard({ name, value, change, note }: CardProps): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span class="value">{value}</span>
        {note !== undefined && <span class="note">{note}</span>}
        {change !== undefined && <span class="change">{change}</span>}
      </dd>
    </div>
  );
}

/** The numbers of a period, each compared with the period before if that is known. */
export function FigureCards({ now, before }: { now: UsageFigures; before: UsageFigures | null }): VNode {
  const texts = useTexts().statistics;
  const locale = useLocale();
  const count = (value: number) => countText(value, locale);
  const changed = (of: (figures: UsageFigures) => number) => {
    if (before === null) return undefined;
    const [is, was] = [of(now), of(before)];
    if (was === 0) return is === 0 ? texts.unchanged : texts.noneBefore;
    const by = is / was - 1;
    if (is === was) return texts.unchanged;
    return (by > 0 ? texts.more : texts.fewer)(shareText(Math.abs(by), locale), count(was));
  };
  const compared = (of: (figures: UsageFigures) => number | null, text: (value: number) => string) => {
    const was = before && of(before);
    return was === null || was === undefined ? undefined : texts.was(text(was));
  };
  const duration = (ms: number) => durationText(ms, locale);
  const share = (value: number) => shareText(value, locale);
  const orDash = (value: number | null, text: (value: number) => string) => (value === null ? '–' : text(value));
  const costs = Object.entries(now.costs);
  const refused = sumOf(now.refusals);
  return (
    <dl class="figures">
      <FigureCard name={texts.searches} value={count(now.searches)} change={changed(({ searches }) => searches)} />
      <FigureCard name={texts.requests} value={count(now.requests)} change={changed(({ requests }) => requests)} />
      <FigureCard
        name={texts.errors}
        value={count(now.errors)}
        note={now.requests > 0 ? texts.ofRequests(share(now.errors / now.requests)) : undefined}
        change={changed(({ errors }) => errors)}
      />
      <FigureCard
        name={texts.refused}
        value={count(refused)}
        note={now.requests > 0 ? texts.ofRequests(share(refused / now.requests)) : undefined}
        change={changed(({ refusals }) => sumOf(refusals))}
      />
      <FigureCard
        name={texts.cached}
        value={orDash(now.cachedShare, share)}
        change={compared(({ cachedShare }) => cachedShare, share)}
      />
      <FigureCard name={texts.p50} value={orDash(now.p50, duration)} change={compared(({ p50 }) => p50, duration)} />
      <FigureCard name={texts.p95} value={orDash(now.p95, duration)} change={compared(({ p95 }) => p95, duration)} />
      <FigureCard
        name={texts.calls}
        value={count(now.calls)}
        note={costs.map(([currency, cost]) => texts.cost(moneyText(cost, currency, locale))).join(', ') || undefined}
        change={changed(({ calls }) => calls)}
      />
    </dl>
  );
}
