import type { VNode } from 'preact';
import type { InstantAnswer } from '../../../lib/answers/answer.ts';
import { useTexts } from '../rendering.tsx';
import { algebra } from './algebra.tsx';
import { calculator, emptyCalculator } from './calculator.tsx';
import { clock, sun } from './clock.tsx';
import { base, encode, hash, random } from './codes.tsx';
import { colour, contrast } from './colour.tsx';
import { currency, emptyConverter, unit } from './converter.tsx';
import './custom-elements.ts';
import { date } from './dates.tsx';
import { dictionary } from './dictionary.tsx';
import { country, distance, element, jwt, schedule, sky, thesaurus } from './facts.tsx';
import { general } from './general.tsx';
import { air, holiday, translation } from './looked-up.tsx';
import { qr } from './qr.tsx';
import { stopwatch, timer } from './timer.tsx';
import type { View } from './view.tsx';
import { weather } from './weather.tsx';

/** How answers are shown, by their type. Other types have a general look. */
const views: ReadonlyMap<string, View> = new Map(
  Object.entries({
    ...{
      algebra,
      base,
      clock,
      colour,
      contrast,
      currency,
      date,
      dictionary,
      encode,
      hash,
      math: calculator,
      qr,
      random,
    },
    ...{ country, distance, element, jwt, schedule, sky, thesaurus },
    ...{ air, holiday, stopwatch, sun, timer, translation, unit, weather },
    ...{ 'empty-calculator': emptyCalculator, 'empty-converter': emptyConverter },
  }),
);

/** An instant answer. If its data are not what they should be, it is a line of text. */
export function Instant({ answer }: { answer: InstantAnswer }): VNode {
  const { label } = useTexts().instant;
  const shown = views.get(answer.type)?.(answer) ?? general(answer);
  return (
    <section class="card instant" aria-label={label} data-answer={answer.answer}>
      {shown ?? (
        <p class="answer" dir="auto">
          {answer.answer}
        </p>
      )}
    </section>
  );
}

/** The place of an answer of this type that is awaited, as high as most of its answers are. */
export function AwaitedAnswer({ type }: { type: string }): VNode {
  const { label } = useTexts().instant;
  return <section class="card instant awaited" aria-label={label} aria-busy="true" data-family={type} />;
}
