import type { VNode } from 'preact';
import { sumOf, type UsageFigures } from '../../../lib/statistics/usage-figures.ts';
import { percent } from '../charts/value-axis.ts';
import { countText, shareText } from '../number-text.ts';
import { useLocale, useTexts } from '../rendering.tsx';

interface ReasonListProps {
  title: string;
  none: string;
  counts: Readonly<Record<string, number>>;
  /** Where the requests with a reason are listed; null if the instance keeps no log of them. */
  hrefOf: ((reason: string) => string) | null;
}

/** Why requests did not succeed, the most frequent reason first. */
function ReasonList({ title, none, counts, hrefOf }: ReasonListProps): VNode {
  const { reasonName } = useTexts().requests;
  const locale = useLocale();
  const all = sumOf(counts);
  return (
    <section class="reasons">
      <h3>{title}</h3>
      {all === 0 ? (
        <p class="faint">{none}</p>
      ) : (
        <ol>
          {Object.entries(counts).map(([reason, count]) => (
            <li key={reason} class="reason">
              {hrefOf ? <a href={hrefOf(reason)}>{reasonName(reason)}</a> : <span>{reasonName(reason)}</span>}
              <svg class="bar" height={8} aria-hidden="true">
                <rect width={percent((100 * count) / all)} height={8} />
              </svg>
              <span class="number">{`${countText(count, locale)} (${shareText(count / all, locale)})`}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** The reasons of refusals and of failures. */
export function ReasonTables({ of, hrefOf }: { of: UsageFigures; hrefOf: ReasonListProps['hrefOf'] }): VNode {
  const { statistics: texts, requests } = useTexts();
  return (
    <>
      <div class="beside">
        <ReasonList title={texts.whyRefused} none={texts.noRefusals} counts={of.refusals} hrefOf={hrefOf} />
        <ReasonList title={texts.whyFailed} none={texts.noErrors} counts={of.failures} hrefOf={hrefOf} />
      </div>
      {hrefOf === null && <p class="faint">{requests.off}</p>}
    </>
  );
}
