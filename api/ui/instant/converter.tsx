import type { VNode } from 'preact';
import { z } from 'zod';
import { useLocale, useTexts } from '../rendering.tsx';
import { Headline, Note } from './parts.tsx';
import { equationOf, isoDate, shortText, viewOf } from './view.tsx';

interface Side {
  value: number;
  unit: string;
}

/** Digits that tell more than anybody asks, as in the line of the answer. */
const DIGITS = 12;

/** Amounts of money have cents; what is worth less has its first digits. */
const centsOf = (value: number): Intl.NumberFormatOptions =>
  Math.abs(value) >= 1 || value === 0
    ? { minimumFractionDigits: 2, maximumFractionDigits: 2 }
    : { maximumSignificantDigits: 4 };

/** Two fields, of which each converts into the other: with a rate on the spot, as money, else by asking the server. */
export function Sides({ from, to, rate }: { from: Side; to: Side; rate?: number }): VNode {
  const { amountIn } = useTexts().instant;
  const language = useLocale();
  const plain = (value: number) =>
    new Intl.NumberFormat(language, {
      ...(rate === undefined ? { maximumSignificantDigits: DIGITS } : centsOf(value)),
      useGrouping: false,
    }).format(value);
  return (
    <instant-converter class="sides" data-rate={rate}>
      {[from, to].map(({ value, unit }, at) => (
        <>
          {at > 0 && <span aria-hidden="true">=</span>}
          <span class="side">
            <input
              inputmode="decimal"
              aria-label={amountIn(unit)}
              value={plain(value)}
              data-unit={unit}
              autocomplete="off"
              maxlength={40}
              readonly
            />
            <span aria-hidden="true">{unit}</span>
          </span>
        </>
      ))}
    </instant-converter>
  );
}

/** A form for a conversion of other units. With scripts, the fields of the two units are enough. */
function OtherConversion({ q }: { q: string }): VNode {
  const { otherConversion, convert } = useTexts().instant;
  return (
    <form class="ask apply" method="get" action="/">
      <input name="q" aria-label={otherConversion} value={q} autocomplete="off" maxlength={256} required />
      <button class="quiet" type="submit">
        {convert}
      </button>
    </form>
  );
}

/** A converter without a conversion: a field that says what it takes. */
export const emptyConverter = viewOf(z.object({}), () => {
  const { instant } = useTexts();
  return (
    <>
      <p class="asked">{instant.converter}</p>
      <form class="ask" method="get" action="/">
        <input
          name="q"
          aria-label={instant.otherConversion}
          placeholder={instant.converterExample}
          autocomplete="off"
          autocapitalize="none"
          maxlength={256}
          required
        />
        <button class="quiet" type="submit">
          {instant.convert}
        </button>
      </form>
    </>
  );
});

const amount = z.object({ value: z.string().max(100).transform(Number).pipe(z.number()), unit: shortText });

export const unit = viewOf(z.object({ from: amount, to: amount }), ({ answer, data: { from, to } }) => {
  const { left, sign, right } = equationOf(answer.answer) ?? { left: '', sign: '', right: answer.answer };
  return (
    <>
      <Headline asked={left && `${left} ${sign}`}>{right}</Headline>
      {from.unit !== to.unit && <Sides from={from} to={to} />}
      <OtherConversion q={answer.query} />
    </>
  );
});

const COMMON = [1, 5, 10, 50, 100, 1_000];
const code = z.string().regex(/^[A-Z]{3}$/);
const money = z.object({
  ...{ amount: z.number(), from: code, to: code, rate: z.number().positive() },
  ...{ value: z.string().max(40).transform(Number).pipe(z.number()), as_of: isoDate, source: shortText.catch('') },
});

export const currency = viewOf(money, ({ answer, data: { amount, from, to, rate, value, as_of, source } }) => {
  const language = useLocale();
  const { rateOf } = useTexts().instant;
  const { left, sign, right } = equationOf(answer.answer) ?? { left: '', sign: '', right: answer.answer };
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(as_of));
  const exact = new Intl.NumberFormat(language, { maximumSignificantDigits: 6 });
  return (
    <>
      {/* The day of the rate is in the note. */}
      <Headline asked={left && `${left} ${sign}`}>{right.replace(/ \(.+\)$/, '')}</Headline>
      {from !== to && (
        <>
          <Sides from={{ value: amount, unit: from }} to={{ value, unit: to }} rate={rate} />
          <div class="amounts">
            <Amounts from={from} to={to} rate={rate} />
            <Amounts from={to} to={from} rate={1 / rate} />
          </div>
        </>
      )}
      <Note facts={[`1 ${from} = ${exact.format(rate)} ${to}`, rateOf(date), source]} />
    </>
  );
});

/** What common amounts of a currency are worth in another. */
function Amounts({ from, to, rate }: { from: string; to: string; rate: number }): VNode {
  const language = useLocale();
  const whole = new Intl.NumberFormat(language);
  const worth = (value: number) => new Intl.NumberFormat(language, centsOf(value)).format(value);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{from}</th>
          <th scope="col">{to}</th>
        </tr>
      </thead>
      <tbody>
        {COMMON.map((each) => (
          <tr key={each}>
            <td>{whole.format(each)}</td>
            <td>{worth(each * rate)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
