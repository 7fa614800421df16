const TOMORROW = /(?<!\p{L})(?:tomorrow|morgen|demain|mañana|domani|amanhã)(?!\p{L})/u;
const WEEKDAY = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/;

const englishWeekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });
const weekdayOf = (date: string) => englishWeekday.format(Date.parse(date)).toLowerCase();

/** The day that a lower-case query asks about, from today on; null for now, and for days beyond the forecast. */
export function dayAsked<Day extends { date: string }>(query: string, days: readonly Day[]): Day | null {
  if (TOMORROW.test(query)) return days[1] ?? null;
  const weekday = WEEKDAY.exec(query)?.[0];
  return (weekday && days.find(({ date }) => weekdayOf(date) === weekday)) || null;
}
