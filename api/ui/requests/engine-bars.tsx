import type { VNode } from 'preact';
import type { EngineOutcome } from '../../../lib/requests/request-record.ts';
import { countText } from '../number-text.ts';
import { useLocale, useTexts } from '../rendering.tsx';

const WIDTH = 100;
/** Of the bars in a row, in pixels. */
const ROW_WIDTH = 64;
const BAR_HEIGHT = 6;
/** Of a bar in a row, whose bars are together as high as a line. */
const ROW_BAR_HEIGHT = 4;
const ROW_LINE_HEIGHT = 6;
/** One that took no time is still seen. */
const MIN_WIDTH = 2;

/** How an outcome looks. A word says it, too. */
function lookOf(outcome: string): 'good' | 'faint' | 'bad' {
  if (outcome === 'ok') return 'good';
  return outcome === 'cached' || outcome === 'skipped' ? 'faint' : 'bad';
}

/** The engines of a request in a row: a bar for the time of each, and a word for each that failed. */
export function EngineBars({ engines }: { engines: readonly EngineOutcome[] }): VNode | null {
  const says = useEngineText();
  const texts = useTexts().requests;
  if (engines.length === 0) return <span class="faint">{texts.noEngines}</span>;
  const longest = Math.max(1, ...engines.map(({ ms }) => ms ?? 0));
  const height = engines.length * ROW_LINE_HEIGHT;
  const failed = engines.filter(({ outcome }) => lookOf(outcome) === 'bad');
  const why = failed.map(({ engine, outcome }) => `${engine}: ${texts.outcomeName(outcome)}`).join(', ');
  return (
    <div class="engine-bars">
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        preserveAspectRatio="none"
        width={ROW_WIDTH}
        height={height}
        role="img"
        aria-label={engines.map(says).join('; ')}
      >
        {engines.map((one, at) => (
          <rect
            key={one.engine}
            class={lookOf(one.outcome)}
            x={0}
            y={at * ROW_LINE_HEIGHT + 1}
            rx={1}
            width={Math.max(MIN_WIDTH, ((one.ms ?? 0) / longest) * WIDTH)}
            height={ROW_BAR_HEIGHT}
          >
            <title>{says(one)}</title>
          </rect>
        ))}
      </svg>
      {failed.length > 0 ? (
        <span class="failed">{why}</span>
      ) : (
        <span class="faint">
          {engines.every(({ outcome }) => outcome === 'cached') ? texts.cached : says.longest(engines)}
        </span>
      )}
    </div>
  );
}

/** The same with a line for each engine. */
export function EngineList({ engines }: { engines: readonly EngineOutcome[] }): VNode {
  const texts = useTexts().requests;
  const says = useEngineText();
  if (engines.length === 0) return <p class="faint">{texts.noEngines}</p>;
  const longest = Math.max(1, ...engines.map(({ ms }) => ms ?? 0));
  return (
    <ul class="bar-list">
      {engines.map((one) => (
        <li key={one.engine}>
          <span class="name">{one.engine}</span>
          <svg viewBox={`0 0 ${WIDTH} ${BAR_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            <rect
              class={lookOf(one.outcome)}
              width={one.ms === null ? 0 : Math.max(MIN_WIDTH, (one.ms / longest) * WIDTH)}
              height={BAR_HEIGHT}
            />
          </svg>
          <span class={lookOf(one.outcome) === 'bad' ? 'failed' : undefined}>
            {texts.outcomeName(one.outcome)}
            {one.ms !== null && `, ${says.time(one.ms)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The words for an engine: `engine_a: answered, 214 ms`. */
function useEngineText() {
  const texts = useTexts().requests;
  const locale = useLocale();
  const time = (ms: number) => texts.ms(countText(ms, locale));
  const says = ({ engine, outcome, ms }: EngineOutcome) =>
    `${engine}: ${texts.outcomeName(outcome)}${ms === null ? '' : `, ${time(ms)}`}`;
  return Object.assign(says, {
    time,
    longest: (engines: readonly EngineOutcome[]) => time(Math.max(...engines.map(({ ms }) => ms ?? 0))),
  });
}
