import type { VNode } from 'preact';
import { z } from 'zod';
import { useTexts } from '../rendering.tsx';
import { Headline } from './parts.tsx';
import { equationOf, text, viewOf } from './view.tsx';

const ERASE = '⌫';
const KEYS = [...'()^', ERASE, ...'789÷456×123−0.π+'];

/** For fingers: scripts make it work, and the stylesheet shows it where one does not have a keyboard. */
function Keypad(): VNode {
  const { erase } = useTexts().instant;
  return (
    <div class="keypad">
      {KEYS.map((key) => (
        <button key={key} class="quiet" type="button" data-key={key} aria-label={key === ERASE ? erase : undefined}>
          {key}
        </button>
      ))}
    </div>
  );
}

/** The result of a calculation, with a field to go on. With JavaScript, it keeps what was calculated in this session. */
export const calculator = viewOf(z.object({ expression: text, value: text }), ({ answer, data }) => {
  const { left, sign, right } = equationOf(answer.answer) ?? { left: data.expression, sign: '=', right: data.value };
  return <Calculator left={left} sign={sign} right={right} number={data.value} />;
});

/** A calculator without a calculation. */
export const emptyCalculator = viewOf(z.object({}), () => <Calculator left="" sign="" right="0" number="0" />);

interface Calculation {
  left: string;
  sign: string;
  right: string;
  /** The result for the next calculation. */
  number: string;
}

function Calculator({ left, sign, right, number }: Calculation): VNode {
  const { instant } = useTexts();
  return (
    <instant-calculator data-expression={left} data-sign={sign} data-value={right} data-number={number}>
      {/* Its line has its place before there is one. */}
      <Headline asked={left === '' ? '\u00a0' : `${left} ${sign}`}>{right}</Headline>
      <form class="ask" method="get" action="/">
        <input
          name="q"
          aria-label={instant.goOn}
          placeholder={instant.goOnExample}
          autocomplete="off"
          autocapitalize="none"
          maxlength={256}
          required
        />
        <button class="quiet" type="submit" aria-label={instant.calculate}>
          =
        </button>
        <Keypad />
      </form>
      <details class="history">
        <summary>{instant.history}</summary>
        <ol />
      </details>
    </instant-calculator>
  );
}
