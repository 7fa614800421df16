import type { VNode } from 'preact';
import { emptyUntil } from '../../../lib/budgets/budget-status.ts';
import { gateOf, openForMs } from '../../../lib/providers/breaker.ts';
import { isOwnFailure } from '../../../lib/providers/call-batch.ts';
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

/** Why an engine is not called, and until when; a closed breaker needs no words. */
function BreakerState({ view: { health, errors }, now }: { view: EngineView; now: number }): VNode | null {
  const texts = useTexts().engineList;
  const gate = gateOf(health, now);
  if (gate === 'closed') return null;
  // A success forgets the last error: then the service has asked for the pause with an answer.
  const why = health.lastError === '' ? undefined : errors.find(isOwnFailure);
  const hasAsked = health.pausedUntil > now && health.pausedUntil >= health.openUntil;
  return (
    <>
      {gate === 'half-open' ? (
        <span class="below">{texts.halfOpen}</span>
      ) : (
        <Until text={hasAsked ? texts.asksToWait : texts.openUntil} at={now + openForMs(health, now)} style="second" />
      )}
      {why && <span class="below faint">{texts.reasons[why.code]}</span>}
    </>
  );
}

function Until({ text, at, style }: { text: string; at: number; style: 'minute' | 'second' }): VNode {
  const iso = new Date(at).toISOString();
  return (
    <span class="below">
      {text} <time dateTime={iso}>{`${timeText(iso, style, useLocale())} UTC`}</time>
    </span>
  );
}
