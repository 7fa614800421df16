import type { VNode } from 'preact';
import { z } from 'zod';
import { translate } from '../../../lib/answers/phrases.ts';
import { countryOf } from '../../../lib/search/language-tag.ts';
import { shareText } from '../number-text.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { DegreeChoice, Degrees } from './degrees.tsx';
import { Details, Note } from './parts.tsx';
import { isoDate, optionalNumber, shortText, viewOf } from './view.tsx';
import { WeatherCurve } from './weather-curve.tsx';
import { Hours, hourShape } from './weather-hours.tsx';
import { WeatherIcon } from './weather-icon.tsx';

const [MAX_DAYS, WEEK] = [16, 7];
const MAX_HOURS = 24;
const OFFSET_CHARS = '+01:00'.length;
const dayShape = z.object({
  ...{ date: isoDate, condition: shortText, min_c: optionalNumber, max_c: optionalNumber },
  precipitation_mm: optionalNumber,
});
type Day = z.infer<typeof dayShape>;

const forecast = z.object({
  ...{ place: shortText, region: shortText.catch(''), country: shortText.catch(''), source: shortText.catch('') },
  ...{ lat: z.number().catch(Number.NaN), lon: z.number().catch(Number.NaN) },
  current: z.object({
    ...{ temp_c: z.number(), condition: shortText, is_day: z.boolean().catch(true) },
    ...{ feels_c: optionalNumber, humidity: optionalNumber, wind_kmh: optionalNumber },
  }),
  days: z.array(dayShape).max(MAX_DAYS),
  hours: z.array(hourShape).max(MAX_HOURS).nullable().catch(null),
  unit: shortText.catch(''),
  measure: shortText.catch('temperature'),
  dates: z.array(isoDate).max(MAX_DAYS).catch([]),
  /** Local time with its offset. */
  observed_at: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d[+-]\d\d:\d\d$/)
    .catch(''),
});

/** The weather now and on the following days, in degrees Celsius or Fahrenheit. */
export const weather = viewOf(forecast, ({ answer, data }) => {
  const { instant } = useTexts();
  const language = useLocale();
  const { current, days, dates } = data;
  // What was asked for, or else what Americans are used to.
  const isFahrenheit = data.unit === '°F' || countryOf(language) === 'US';
  const number = (value: number | null, unit: string, most = 0) =>
    value === null ? '' : `${value.toLocaleString(language, { maximumFractionDigits: most })} ${unit}`;
  const observed = data.observed_at && new Date(`${data.observed_at.slice(0, 16)}Z`);
  const time = observed
    ? new Intl.DateTimeFormat(language, {
        weekday: 'long',
        timeStyle: undefined,
        hour: 'numeric',
        minute: '2-digit',
        timeZone: 'UTC',
      })
        .format(observed)
        .replaceAll(/\s/g, '\u00a0')
    : '';
  const where = [...new Set([data.place, data.region, data.country].filter(Boolean))].join(', ');
  const day = dates.length === 1 ? days.slice(1).find(({ date }) => dates.includes(date)) : undefined;
  if (day) {
    return (
      <div class="weather">
        <p class="unseen">{answer.answer}</p>
        <p class="asked">{`${where} · ${dayText(day.date, language)}`}</p>
        <OneDay day={day} isFahrenheit={isFahrenheit} rain={number(day.precipitation_mm, 'mm', 1)} />
        <Days days={days} asked={dates} />
        <Note facts={[data.source && instant.dataFrom(data.source)]} />
      </div>
    );
  }
  return (
    <div class="weather">
      {data.measure === 'temperature' && <p class="unseen">{answer.answer}</p>}
      {/* What is asked for, if it is not among the rest. */}
      <p class="asked">{data.measure !== 'temperature' ? answer.answer : time ? `${where} · ${time}` : where}</p>
      <div class="weather-now">
        <WeatherIcon condition={current.condition} isNight={!current.is_day} />
        <p class="answer">
          <Degrees celsius={current.temp_c} />
        </p>
        <DegreeChoice isFahrenheit={isFahrenheit} />
        <p class="weather-words">
          {translate(current.condition, language)}
          {current.feels_c !== null && (
            <span class="faint">
              {`${instant.feelsLike} `}
              <Degrees celsius={current.feels_c} />
            </span>
          )}
        </p>
        <Details
          rows={[
            [instant.wind, number(current.wind_kmh, 'km/h')],
            [instant.humidity, current.humidity === null ? '' : shareText(current.humidity / 100, language)],
            [instant.rain, number(days[0]?.precipitation_mm ?? null, 'mm', 1)],
          ]}
        />
      </div>
      {data.hours && <Hours hours={data.hours} place={data} offset={data.observed_at.slice(-OFFSET_CHARS)} />}
      <Days days={days} asked={dates} />
      <Note facts={[data.source && instant.dataFrom(data.source)]} />
    </div>
  );
});

const dayText = (date: string, language: string) =>
  new Intl.DateTimeFormat(language, {
    ...{ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' },
  }).format(new Date(date));

/** The weather of a day to come: its highest and its lowest temperature. */
function OneDay({ day, rain, isFahrenheit }: { day: Day; rain: string; isFahrenheit: boolean }): VNode {
  const { instant } = useTexts();
  return (
    <div class="weather-now">
      <WeatherIcon condition={day.condition} />
      <p class="answer">
        {day.max_c !== null && <Degrees celsius={day.max_c} />}
        {day.min_c !== null && (
          <span class="faint">
            <Degrees celsius={day.min_c} />
          </span>
        )}
      </p>
      <DegreeChoice isFahrenheit={isFahrenheit} />
      <p class="weather-words">{translate(day.condition, useLocale())}</p>
      <Details rows={[[instant.rainThen, rain]]} />
    </div>
  );
}

/** The days, a week in each row. */
function Days({ days, asked }: { days: readonly Day[]; asked: readonly string[] }): VNode {
  const weeks = Array.from({ length: Math.ceil(days.length / WEEK) }, (_, week) =>
    days.slice(week * WEEK, (week + 1) * WEEK),
  );
  return (
    <>
      {weeks.map((week, at) => (
        <Week key={week[0]?.date} days={week} asked={asked} isFirst={at === 0} />
      ))}
    </>
  );
}

function Week(props: { days: readonly Day[]; asked: readonly string[]; isFirst: boolean }): VNode {
  const { days, asked, isFirst } = props;
  const { instant } = useTexts();
  const language = useLocale();
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  const ranges = days.map(({ min_c: min, max_c: max }) => (min === null || max === null ? null : { min, max }));
  return (
    <div class="weather-week">
      <ol class="weather-days">
        {days.map(({ date, condition, min_c, max_c, precipitation_mm }, at) => (
          <li key={date} class={asked.includes(date) ? 'meant' : undefined}>
            <span class="weekday">{isFirst && at === 0 ? instant.today : weekday.format(new Date(date))}</span>
            <WeatherIcon condition={condition} />
            <span class="unseen">{translate(condition, language)}</span>
            <span class="max">{max_c === null ? '–' : <Degrees celsius={max_c} />}</span>
            <span class="faint">{min_c === null ? '–' : <Degrees celsius={min_c} />}</span>
            <span class="rain faint">
              {(precipitation_mm ?? 0) > 0
                ? `${precipitation_mm?.toLocaleString(language, { maximumFractionDigits: 1 })} mm`
                : '\u00a0'}
            </span>
          </li>
        ))}
      </ol>
      <WeatherCurve days={ranges} />
    </div>
  );
}
