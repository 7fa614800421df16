import type { VNode } from 'preact';
import { z } from 'zod';
import { useLocale, useTexts } from '../rendering.tsx';
import { told } from './looked-up.tsx';
import { Copy, Details, Headline, Note } from './parts.tsx';
import { isoDate, shortText, type View, viewOf } from './view.tsx';

const time = z.string().regex(/^\d\d:\d\d(?::\d\d)?$/);
/** A zone that the browser knows too: a name, or an offset from UTC. */
const zone = shortText.refine((name) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    // A RangeError: no zone.
    return false;
  }
});

const moment = z.object({ place: shortText, tz: zone, iso: z.iso.datetime({ offset: true }) });
const now = moment.extend({
  ...{ offset: shortText, abbreviation: shortText.catch(''), others: z.array(moment).max(10).catch([]) },
});
const side = z.object({ place: shortText, time, tz: shortText });
const conversion = z.object({
  from: side.extend({ date: isoDate.optional().catch(undefined) }),
  to: side.extend({ day_shift: z.number().int().min(-2).max(2) }),
  /** The difference in hours, if that is what was asked for. */
  number: z.number().optional().catch(undefined),
});

/** The time in a place, which goes on with JavaScript; or the same moment in several zones. */
const moments = viewOf(z.union([now, conversion]), ({ answer, data }) => {
  if (!('iso' in data)) return <Conversion line={answer.answer} {...data} />;
  return data.others.length > 0 ? <Places line={answer.answer} of={[data, ...data.others]} /> : <Now {...data} />;
});

/** A time, or when the clocks change. */
export const clock: View = (answer) => moments(answer) ?? told()(answer);

/** The present time in several places. */
function Places({ line, of }: { line: string; of: readonly z.infer<typeof moment>[] }): VNode {
  const language = useLocale();
  const rows = of.map(({ place, tz, iso }) => {
    const shown = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, { timeZone: tz, ...options }).format(new Date(iso));
    const day = shown({ weekday: 'long', day: 'numeric', month: 'long' });
    return <ZoneRow key={place} place={place} day={day} time={shown({ timeStyle: 'short' })} />;
  });
  return (
    <>
      <p class="unseen">{line}</p>
      <ul class="zones">{rows}</ul>
    </>
  );
}

function ZoneRow({ place, day, time }: Record<'place' | 'day' | 'time', string>): VNode {
  return (
    <li>
      <span class="zone-place">{place}</span>
      <span class="zone-day faint">{day}</span>
      <span class="zone-time">{time}</span>
      <Copy what={place} />
    </li>
  );
}

function Now({ place, tz, iso, offset, abbreviation }: Omit<z.infer<typeof now>, 'others'>): VNode {
  const language = useLocale();
  const at = new Date(iso);
  const shown = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: tz, ...options }).format(at);
  return (
    <>
      <p class="asked">{place}</p>
      <instant-clock class="clock" data-zone={tz} aria-live="off">
        <p class="answer">
          <time class="value" datetime={iso}>
            {shown({ timeStyle: 'medium' })}
          </time>
          <Copy />
        </p>
        <p class="clock-date">{shown({ dateStyle: 'full' })}</p>
      </instant-clock>
      <Note facts={[abbreviation, `UTC${offset}`]} />
    </>
  );
}

function Conversion({ line, from, to, number }: z.infer<typeof conversion> & { line: string }): VNode {
  const language = useLocale();
  const { instant } = useTexts();
  const written = (text: string) =>
    new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'UTC' }).format(new Date(`1970-01-01T${text}Z`));
  const day = (shift: number) => {
    if (!from.date) return shift === 0 ? '' : instant.days(shift);
    const date = new Date(Date.parse(from.date) + shift * 86_400_000);
    return new Intl.DateTimeFormat(language, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    }).format(date);
  };
  return (
    <>
      <p class="unseen">{line}</p>
      {number !== undefined && <Headline>{hoursText(number, language)}</Headline>}
      <ul class="zones">
        {[
          { ...from, shift: 0 },
          { ...to, shift: to.day_shift },
        ].map((each) => (
          <ZoneRow key={each.place} place={each.place} day={day(each.shift)} time={written(each.time)} />
        ))}
      </ul>
    </>
  );
}

/** `+5.5 hours` */
function hoursText(hours: number, language: string): string {
  return new Intl.NumberFormat(language, {
    ...{ style: 'unit', unit: 'hour', unitDisplay: 'long', signDisplay: 'exceptZero' },
  }).format(hours);
}

/** On days on which the sun does not rise or set, the line says so. */
const sky = z.object({
  ...{
    place: shortText,
    date: isoDate,
    day_length: z
      .string()
      .regex(/^\d\d:\d\d$/)
      .nullish(),
  },
  ...{ sunrise: time, sunset: time },
});

/** Sunrise and sunset, and the day between them as a part of a bar of 24 hours. */
export const sun = viewOf(sky, ({ answer, data: { place, date, sunrise, sunset, day_length } }) => {
  const language = useLocale();
  const { instant } = useTexts();
  const written = (text: string) =>
    new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'UTC' }).format(new Date(`1970-01-01T${text}Z`));
  const [rise, set] = [minutesOf(sunrise), minutesOf(sunset)];
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(date));
  return (
    <>
      <p class="unseen">{answer.answer}</p>
      <p class="asked">{`${place} · ${day}`}</p>
      <div class="sun-times">
        <Details
          rows={[
            [instant.sunrise, written(sunrise)],
            [instant.sunset, written(sunset)],
            [instant.dayLength, day_length ? `${day_length} h` : ''],
          ]}
        />
      </div>
      {/* Of places near the poles, the sun may set after midnight. */}
      {rise < set && (
        <svg class="day-bar" viewBox="0 0 1440 60" preserveAspectRatio="none" aria-hidden="true">
          <rect class="night" width="1440" height="60" />
          <rect class="day" x={rise} width={set - rise} height="60" />
        </svg>
      )}
      <p class="ends faint" aria-hidden="true">
        <span>{written('00:00')}</span>
        <span>{written('12:00')}</span>
        <span>{written('00:00')}</span>
      </p>
    </>
  );
});

function minutesOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}
