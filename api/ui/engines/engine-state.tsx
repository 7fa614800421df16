import type { VNode } from 'preact';
import { emptyUntil } from '../../../lib/budgets/budget-status.ts';
import { gateOf, openForMs } from '../../../lib/providers/breaker.ts';
import type { Pause } from '../../../lib/providers/pause.ts';
import { timeText } from '../number-text.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import type { EngineView } from './engine-view.ts';

/** Whether an engine is called, and if not, why and until when. */
export function EngineState({ view, now }: { view: EngineView; now: number }): VNode {
  const texts = useTexts().engineList;
  const { health, pause, budget, lost } = view;
  const spentUntil = budget ? emptyUntil(budget, now) : 0;
  return (
    <>
      {pause ? (
        <Paused pause={pause} />
      ) : (
        <>
          <span class={health.state === 'unknown' ? 'faint' : `state ${health.state}`}>
            {texts.states[health.state]}
          </span>
          {spentUntil > 0 ? (
            <Until text={texts.spentUntil} at={spentUntil} style="minute" />
          ) : (
            <BreakerState view={view} now={now} />
          )}
        </>
      )}
      {lost.length > 0 && <span class="below state warned">{texts.changedShort}</span>}
    </>
  );
}

function Paused({ pause: { until, reason, by } }: { pause: Pause }): VNode {
  const texts = useTexts().engineList;
  return (
    <>
      <span class="state warned">{texts.paused}</span>{' '}
      {until === 0 ? (
        <span class="below">{texts.pausedUntilResumed}</span>
      ) : (
        <Until text={texts.pausedUntil} at={until} style="minute" />
      )}
      <span class="below faint">{by === '' ? texts.byOperator : texts.pausedBy(by)}</span>
      {reason !== '' && <span class="below said">{reason}</span>}
    </>
  );
}

/** A closed breaker needs no words. */
function BreakerState({ view: { health }, now }: { view: EngineView; now: number }): VNode | null {
  const texts = useTexts().engineList;
  const gate = gateOf(health, now);
  if (gate === 'closed') return null;
  if (gate === 'half-open') return <span class="below">{texts.halfOpen}</span>;
  return <Until text={texts.openUntil} at={now + openForMs(health, now)} style="second" />;
}

function Until({ text, at, style }: { text: string; at: number; style: 'minute' | 'second' }): VNode {
  const iso = new Date(at).toISOString();
  return (
    <span class="below">
      {text} <time dateTime={iso}>{`${timeText(iso, style, useLocale())} UTC`}</time>
    </span>
  );
}
