import { Temporal } from 'temporal-polyfill';
import { numbersWith } from '../../local-formats.ts';
import { localDate, localTime, localWeekday, shortDate } from '../../local-times.ts';
import { translate } from '../../phrases.ts';

/** The parts of a forecast that a question asks about, their line and their value. */

type Falling = Record<'precipitation_mm' | 'precipitation_chance' | 'uv', number | null> & { condition: string };
export type Day = Falling & Record<'min_c' | 'max_c' | 'snow_cm', number | null> & { date: string };
export type Hour = Falling & { time: string; temp_c: number };
export type Scale = 'c' | 'f';
export type Measure = 'temperature' | 'humidity' | 'wind' | 'rain' | 'snow' | 'uv';
/** A day, a night or an hour with the name of its time. */
type Slot = Omit<Day, 'date'> & { label: string };
/** What is asked: the day in English, empty for now, or a number of days. */
export type When = { day: string; count: number; isHourly: boolean };

/** Names of the present. */
export const NOW = ['', 'today', 'these days'];
const WEEK = 7;
const [EVENING, MORNING] = [18, 6];
const HOURS_BETWEEN = 3;

/** The days that a question names. Of a weekend that has begun, it is the rest; the next begins after other days. */
export function daysOf<Some extends Pick<Day, 'date'>>({ day, count }: When, days: readonly Some[]): Some[] {
  if (count > 0 || day === 'week') return days.slice(0, count || WEEK);
  if (day === 'tomorrow') return days.slice(1, 2);
  const isMeant = ({ date }: Some) => {
    const weekday = localWeekday(Temporal.PlainDate.from(date), 'en').toLowerCase();
    return day === 'weekend' ? weekday.startsWith('s') : weekday === day;
  };
  return days.filter((each, at) => isMeant(each) && (at < 6 || !isMeant(days[0] as Some)));
}

/** The parts of a forecast that a question asks about; null if it asks about the present. */
export function slotsOf(when: When, measure: Measure, days: readonly Day[], hours: readonly Hour[], lang: string) {
  if (when.isHourly || when.day === 'tonight') return hourSlots(when, hours, lang);
  const isNow = NOW.includes(when.day) && when.count === 0;
  if (isNow && ['temperature', 'humidity', 'wind'].includes(measure)) return null;
  const wanted = isNow ? days.slice(0, 1) : daysOf(when, days);
  const written = wanted.length > 2 ? shortDate : localDate;
  return wanted.map(({ date, ...day }): Slot => ({ ...day, label: written(Temporal.PlainDate.from(date), lang) }));
}

/** The next night, or every third hour of the next day. */
function hourSlots({ isHourly }: When, hours: readonly Hour[], lang: string): Slot[] {
  const hourOf = ({ time }: Hour) => Number(time.slice(11, 13));
  const slot = ({ temp_c, time: _, ...hour }: Hour, label: string): Slot => ({
    ...{ ...hour, label, min_c: temp_c, max_c: temp_c, snow_cm: null },
  });
  if (isHourly) {
    const some = hours.filter((_, at) => at % HOURS_BETWEEN === 0);
    return some.map((each) => slot(each, localTime({ hour: hourOf(each), minute: 0, second: 0 }, lang)));
  }
  const isNight = (each: Hour) => hourOf(each) >= EVENING || hourOf(each) < MORNING;
  // After midnight, it is the one that begins on this day: of the other, little is left.
  const from = hours.findIndex((each) => hourOf(each) >= EVENING);
  const end = hours.findIndex((each, at) => at > from && !isNight(each));
  const night = from < 0 ? [] : hours.slice(from, end < 0 ? undefined : end);
  const [middle] = night.slice(Math.floor(night.length / 2));
  if (!middle) return [];
  const degrees = night.map(({ temp_c }) => temp_c);
  const chances = night.flatMap((each) => each.precipitation_chance ?? []);
  return [
    {
      ...slot(middle, translate('tonight', lang)),
      ...{ min_c: Math.min(...degrees), max_c: Math.max(...degrees) },
      precipitation_mm: night.reduce((sum, each) => sum + (each.precipitation_mm ?? 0), 0),
      precipitation_chance: chances.length > 0 ? Math.max(...chances) : null,
    },
  ];
}

/** The value of what is measured, and its unit; null if the forecast does not tell it. */
export function valueIn(slots: readonly Slot[], measure: Measure, { day }: When) {
  const greatest = (field: keyof Slot & ('max_c' | 'precipitation_chance' | 'precipitation_mm' | 'snow_cm' | 'uv')) =>
    slots.reduce<number | null>(
      (most, { [field]: each }) => (each === null ? most : Math.max(each, most ?? each)),
      null,
    );
  const chance = greatest('precipitation_chance');
  if (measure === 'rain') return chance === null ? [greatest('precipitation_mm'), 'mm'] : [chance, '%'];
  if (measure === 'snow') return [greatest('snow_cm'), 'cm'];
  if (measure === 'uv') return [greatest('uv'), 'UVI'];
  return [day === 'tonight' ? (slots[0]?.min_c ?? null) : greatest('max_c'), '°C'];
}

const DEGREES = { style: 'unit', maximumFractionDigits: 0, signDisplay: 'negative' } as const;
const inScale = { c: numbersWith({ ...DEGREES, unit: 'celsius' }), f: numbersWith({ ...DEGREES, unit: 'fahrenheit' }) };
const [percent, plain] = [numbersWith({ style: 'percent' }), numbersWith({ maximumFractionDigits: 1 })];

/** Degrees Celsius in a scale, with a decimal. */
export const degreesIn = (celsius: number, scale: Scale) =>
  scale === 'c' ? celsius : Math.round(celsius * 18 + 320) / 10;

/** A temperature for people to read: `48°F`. */
export const shownDegrees = (celsius: number, scale: Scale, lang: string) =>
  inScale[scale](degreesIn(celsius, scale), lang);

/** The lowest and the highest temperature; empty if one of them is unknown. */
export function rangeOf({ min_c = null, max_c = null }: Partial<Day | Slot>, scale: Scale, lang: string): string {
  if (min_c === null || max_c === null) return '';
  const [from, to] = [min_c, max_c].map((each) => shownDegrees(each, scale, lang));
  return min_c === max_c ? `${from}` : `${from} – ${to}`;
}

/** A part of the forecast in words. */
export function slotLine(slot: Slot, measure: Measure, scale: Scale, lang: string): string {
  const { label, condition, precipitation_chance: chance, precipitation_mm: mm, snow_cm, uv } = slot;
  const falls = [chance !== null && percent(chance / 100, lang), mm !== null && `${plain(mm, lang)} mm`];
  const texts: Partial<Record<Measure, string>> = {
    rain: `${translate('rain', lang)} ${falls.filter(Boolean).join(', ')}`,
    snow: `${translate('snow', lang)} ${plain(snow_cm ?? 0, lang)} cm`,
    uv: `${translate('UV index', lang)} ${plain(uv ?? 0, lang)}`,
  };
  const text = texts[measure] ?? [rangeOf(slot, scale, lang), translate(condition, lang)].filter(Boolean).join(', ');
  return `${label}: ${text}`;
}
