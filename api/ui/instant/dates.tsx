import type { VNode } from 'preact';
import type { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { useLocale, useTexts } from '../rendering.tsx';
import { Headline, Note } from './parts.tsx';
import { isoDate, shortText, text, viewOf } from './view.tsx';

/** The calendar, which comes with the answers about dates: a start does not need it. */
let calendar: typeof Temporal | undefined;

/** Loads what the view of a difference needs. Without it, the view is shorter. */
export async function loadCalendar(): Promise<void> {
  calendar ??= (await import('temporal-polyfill')).Temporal;
}

const difference = z.object({
  op: z.literal('diff'),
  from: z.object({ date: isoDate }),
  to: z.object({ date: isoDate }),
  today: isoDate,
  tz: shortText,
});
const other = z.object({ value: text });

/** A time between two days, with a bar of what is over and, before a day to come, a clock that counts down. */
export const date = viewOf(z.union([difference, other]), ({ answer, data }) => {
  // `38 days (Tuesday, … – Friday, …)`
  const [, line = answer.answer, note = ''] = /^(.+?) \((.+)\)$/s.exec(answer.answer) ?? [];
  return (
    <>
      <Headline>{line}</Headline>
      {'from' in data && calendar ? <Difference {...data} PlainDate={calendar.PlainDate} /> : <Note facts={[note]} />}
    </>
  );
});

function Difference({
  from,
  to,
  today,
  tz,
  PlainDate,
}: z.infer<typeof difference> & { PlainDate: typeof Temporal.PlainDate }): VNode {
  const language = useLocale();
  const { instant } = useTexts();
  const [start, end, now] = [from.date, to.date, today].map((each) => PlainDate.from(each)) as [
    Temporal.PlainDate,
    Temporal.PlainDate,
    Temporal.PlainDate,
  ];
  const days = start.until(end).days;
  const over = Math.max(0, Math.min(days, start.until(now).days));
  const shown = (iso: string) =>
    new Intl.DateTimeFormat(language, {
      ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
    }).format(new Date(iso));
  const isAhead = PlainDate.compare(start, now) === 0 && days > 0;
  return (
    <>
      {/* Of what begins today, nothing is over. */}
      {days > 0 && !isAhead && (
        <svg class="span-bar" viewBox={`0 0 ${days} 1`} preserveAspectRatio="none" aria-hidden="true">
          <rect class="rest" width={days} height="1" />
          <rect class="over" width={over} height="1" />
        </svg>
      )}
      <p class="ends">
        <span>{shown(from.date)}</span>
        <span>{shown(to.date)}</span>
      </p>
      <Note facts={[calendarSpan(start, end, language), over > 0 && over < days ? instant.daysOver(over, days) : '']} />
      {isAhead && <Countdown until={end} tz={tz} />}
    </>
  );
}

/** `5 weeks, 3 days · 1 month, 8 days` */
function calendarSpan(start: Temporal.PlainDate, end: Temporal.PlainDate, language: string): string {
  const count = (value: number, unit: string) =>
    value === 0 ? [] : new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
  const { weeks, days } = start.until(end, { largestUnit: 'weeks' });
  const whole = start.until(end, { largestUnit: 'years' });
  const inWeeks = weeks > 0 ? [count(weeks, 'week'), count(days, 'day')].flat().join(', ') : '';
  const inMonths =
    whole.years + whole.months > 0
      ? [count(whole.years, 'year'), count(whole.months, 'month'), count(whole.days, 'day')].flat().join(', ')
      : '';
  return [inWeeks, inMonths].filter(Boolean).join(' · ');
}

/** What is left until the day begins. Scripts fill it in: the page itself would be wrong a second later. */
function Countdown({ until, tz }: { until: Temporal.PlainDate; tz: string }): VNode {
  return (
    <instant-countdown data-until={startOf(until, tz)} aria-live="off">
      <p class="countdown">
        {['day', 'hour', 'minute', 'second'].map((unit) => (
          <span key={unit} data-unit={unit}>
            –
          </span>
        ))}
      </p>
    </instant-countdown>
  );
}

function startOf(day: Temporal.PlainDate, tz: string): number {
  try {
    return day.toZonedDateTime(tz).epochMilliseconds;
  } catch {
    // A RangeError: no zone that is known here.
    return day.toZonedDateTime('UTC').epochMilliseconds;
  }
}
