import type { VNode } from 'preact';
import { usagePeriods } from '../../../lib/statistics/usage-period.ts';
import { useTexts } from '../rendering.tsx';
import { type Breakdown, type UsageView, usageAddress } from './usage-query.ts';

/** Links to the same for other periods. */
export function PeriodLinks({ view }: { view: UsageView }): VNode {
  const texts = useTexts().statistics;
  return (
    <nav class="choices" aria-label={texts.period}>
      <ul>
        {usagePeriods.map((period) => (
          <li key={period}>
            <a href={usageAddress(view, { period })} aria-current={period === view.period ? 'true' : undefined}>
              {texts.periods[period]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Links to the same numbers by something else. */
export function BreakdownLinks({ view, offered }: { view: UsageView; offered: readonly Breakdown[] }): VNode {
  const texts = useTexts().statistics;
  return (
    <nav class="choices" aria-label={texts.breakdown}>
      <ul>
        {offered.map((by) => (
          <li key={by}>
            <a href={`${usageAddress(view, { by })}#by`} aria-current={by === view.by ? 'true' : undefined}>
              {texts.by[by]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
