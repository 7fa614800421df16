/** A span of time as people write it: `3 days`, `1 year, 2 months and a week`, `1h 30min`. */
export interface Span {
  years: number;
  months: number;
  weeks: number;
  days: number;
  /** Mondays to Fridays. */
  workdays: number;
  hours: number;
  minutes: number;
  seconds: number;
}

const UNITS: readonly [names: RegExp, unit: keyof Span, times: number][] = [
  [/^(?:seconds?|secs?|s)$/, 'seconds', 1],
  [/^(?:minutes?|mins?)$/, 'minutes', 1],
  [/^(?:hours?|hrs?|h)$/, 'hours', 1],
  [/^(?:days?|d)$/, 'days', 1],
  [/^(?:(?:business|working|work|week) ?days?)$/, 'workdays', 1],
  [/^(?:weeks?|wks?|w)$/, 'weeks', 1],
  [/^(?:fortnights?)$/, 'weeks', 2],
  [/^(?:months?|mos?)$/, 'months', 1],
  [/^(?:quarters?)$/, 'months', 3],
  [/^(?:years?|yrs?|y)$/, 'years', 1],
  [/^(?:decades?)$/, 'years', 10],
  [/^(?:century|centuries)$/, 'years', 100],
];
const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const PART =
  /^(?<count>\d{1,3}(?:,\d{3})+|\d{1,9}(?:\.\d{1,3})?|an?|half an?|a couple(?: of)?|a dozen|(?:[a-z]+[ -])?[a-z]+(?= ))(?<gap> ?)(?<unit>(?:business|working|work|week) ?days?|[a-z]+)(?:,? and |, ?| |$)/;
const MAX_PARTS = 6;
/** Far beyond any date that people ask for, and within the range of Temporal. */
const MAX_COUNT = 1_000_000_000;

/** Reads the whole text as a span of time; returns null if it is not one. */
export function spanIn(text: string): Span | null {
  const span: Span = { years: 0, months: 0, weeks: 0, days: 0, workdays: 0, hours: 0, minutes: 0, seconds: 0 };
  let rest = text.trim();
  for (let part = 0; part < MAX_PARTS && rest !== ''; part++) {
    const match = PART.exec(rest);
    if (!match?.groups) return null;
    const { count: words = '', gap = '', unit: name = '' } = match.groups;
    const count = numberIn(words);
    const known = UNITS.find(([names]) => names.test(name));
    // `5 d` is a musical note, `5d` is a span of time.
    if (count === null || !known || (name.length === 1 && (gap !== '' || !/\d$/.test(words)))) return null;
    const [, unit, times] = known;
    if (!Number.isInteger(count * times) && unit !== 'hours' && unit !== 'minutes') {
      if (unit === 'years') span.months += Math.round(count * times * 12);
      else if (unit === 'days') span.hours += count * 24;
      else if (unit === 'weeks') span.hours += count * times * 168;
      else return null;
    } else if (unit === 'hours' && !Number.isInteger(count)) span.minutes += count * 60;
    else if (unit === 'minutes' && !Number.isInteger(count)) span.seconds += count * 60;
    else span[unit] += count * times;
    rest = rest.slice(match[0].length).trim();
  }
  const sane = Object.values(span).every((value) => Number.isInteger(value) && value <= MAX_COUNT);
  return rest === '' && sane ? span : null;
}

/** A number in digits, or in English words up to ninety-nine. */
export function numberIn(text: string): number | null {
  if (/^\d/.test(text)) return Number(text.replaceAll(',', ''));
  if (/^half an?$/.test(text)) return 0.5;
  if (/^an?$/.test(text)) return 1;
  if (/^a couple/.test(text)) return 2;
  if (text === 'a dozen') return 12;
  const [first = '', second] = text.split(/[ -]/);
  const tens = TENS.indexOf(first);
  const ones = ONES.indexOf(second ?? first);
  if (tens < 0) return second === undefined && ones >= 0 ? ones : null;
  if (second === undefined) return (tens + 2) * 10;
  return ones >= 1 && ones <= 9 ? (tens + 2) * 10 + ones : null;
}

/** Whether a span has hours, minutes or seconds. */
export function hasTimeUnits({ hours, minutes, seconds }: Span): boolean {
  return hours !== 0 || minutes !== 0 || seconds !== 0;
}

/** A span in seconds; null if it contains months, years or working days, which vary in length. */
export function secondsIn(span: Span): number | null {
  if (span.years || span.months || span.workdays) return null;
  return (span.weeks * 7 + span.days) * 86_400 + span.hours * 3_600 + span.minutes * 60 + span.seconds;
}
