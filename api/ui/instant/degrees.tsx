import type { VNode } from 'preact';
import { useLocale, useTexts } from '../rendering.tsx';

/** A temperature in both units, of which the choice shows one. */
export function Degrees({ celsius }: { celsius: number }): VNode {
  const language = useLocale();
  const degrees = (value: number, unit: string) => (
    <span class={unit}>
      {/* No negative zero, and a minus rather than a hyphen. */}
      {`${(Math.round(value) + 0).toLocaleString(language).replace('-', '−')}°`}
      <span class="unseen">{unit.toUpperCase()}</span>
    </span>
  );
  return (
    <span class="degrees">
      {degrees(celsius, 'c')}
      {degrees((celsius * 9) / 5 + 32, 'f')}
    </span>
  );
}

/** The stylesheet follows this choice, so that it works without JavaScript. */
export function DegreeChoice({ isFahrenheit }: { isFahrenheit: boolean }): VNode {
  const { instant } = useTexts();
  return (
    <fieldset class="degree-choice">
      <legend class="unseen">{instant.unit}</legend>
      <label>
        <input type="radio" name="degrees" value="c" checked={!isFahrenheit} />
        °C
      </label>
      <label>
        <input type="radio" name="degrees" value="f" checked={isFahrenheit} />
        °F
      </label>
    </fieldset>
  );
}
