import { Temporal } from 'temporal-polyfill';
import { MOON_YEARS, moonHolidays } from './moon-holidays.ts';

type Rule = (year: number) => Temporal.PlainDate;

const on =
  (month: number, day: number): Rule =>
  (year) =>
    Temporal.PlainDate.from({ year, month, day });

/** The nth weekday (1 = Monday) of a month; -1 is the last one. */
export const nth =
  (n: number, weekday: number, month: number): Rule =>
  (year) => {
    const first = Temporal.PlainDate.from({ year, month, day: 1 });
    if (n > 0) return first.add({ days: ((weekday - first.dayOfWeek + 7) % 7) + (n - 1) * 7 });
    const last = first.with({ day: first.daysInMonth });
    return last.subtract({ days: (last.dayOfWeek - weekday + 7) % 7 });
  };

/** A number of days from western Easter Sunday. */
const easter =
  (days: number): Rule =>
  (year) => {
    const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
    const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
    const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
    const m = Math.floor((a + 11 * d + 22 * e) / 451);
    const sum = d + e - 7 * m + 114;
    return Temporal.PlainDate.from({ year, month: Math.floor(sum / 31), day: (sum % 31) + 1 }).add({ days });
  };

/** Britain's Mother's Day. */
export const motheringSunday: Rule = easter(-21);

const thanksgiving = nth(4, 4, 11);
const after =
  (rule: Rule, days: number): Rule =>
  (year) =>
    rule(year).add({ days });

/** Name, other names (folded: no apostrophes), and the rule for the date. `~` marks movable holidays. */
const HOLIDAYS: readonly [names: string, rule: Rule][] = [
  [
    "New Year's Day|new year|new years|1st of january|neujahr|nouvel an|jour de lan|ano nuevo|capodanno|ano novo|nieuwjaar|nieuwjaarsdag",
    on(1, 1),
  ],
  ['~Martin Luther King Jr. Day|mlk day|martin luther king day', nth(3, 1, 1)],
  ['Australia Day', on(1, 26)],
  ['Groundhog Day', on(2, 2)],
  [
    "Valentine's Day|valentinstag|saint valentin|san valentin|san valentino|valentijnsdag|valentines|st valentines day|saint valentines day|valentine day",
    on(2, 14),
  ],
  ["~Presidents' Day|president day|washingtons birthday", nth(3, 1, 2)],
  ["International Women's Day|womens day", on(3, 8)],
  ['Pi Day', on(3, 14)],
  ["St. Patrick's Day|saint patricks day|st paddys day|st patrick day|st pattys day", on(3, 17)],
  ["April Fools' Day|april fools|april fool day", on(4, 1)],
  ['Earth Day', on(4, 22)],
  ['ANZAC Day', on(4, 25)],
  ['~Mardi Gras|shrove tuesday|fat tuesday|pancake day|faschingsdienstag|martedi grasso', easter(-47)],
  [
    '~Ash Wednesday|aschermittwoch|mercredi des cendres|miercoles de ceniza|mercoledi delle ceneri|quarta feira de cinzas|aswoensdag',
    easter(-46),
  ],
  ['~Palm Sunday|palmsonntag|dimanche des rameaux|domingo de ramos|domenica delle palme|palmzondag', easter(-7)],
  [
    '~Maundy Thursday|holy thursday|grundonnerstag|jeudi saint|jueves santo|giovedi santo|quinta feira santa|witte donderdag',
    easter(-3),
  ],
  ['~Good Friday|karfreitag|vendredi saint|viernes santo|venerdi santo|sexta feira santa|goede vrijdag', easter(-2)],
  ['~Easter Sunday|easter|easter day|ostern|ostersonntag|paques|pascua|pasqua|pascoa|pasen', easter(0)],
  ['~Rosenmontag|rose monday', easter(-48)],
  ['~Easter Monday|ostermontag|lundi de paques|lunes de pascua|pasquetta|tweede paasdag', easter(1)],
  [
    '~Ascension Day|ascension|christi himmelfahrt|himmelfahrt|jeudi de lascension|hemelvaart|hemelvaartsdag',
    easter(39),
  ],
  ['~Pentecost|whit sunday|pfingsten|pfingstsonntag|pentecote|pentecostes|pentecoste|pinksteren', easter(49)],
  ['~Whit Monday|pfingstmontag|lundi de pentecote|tweede pinksterdag', easter(50)],
  ['~Corpus Christi|fronleichnam|fete dieu|corpus domini', easter(60)],
  ['May Day|labour day europe|international workers day', on(5, 1)],
  ['Star Wars Day', on(5, 4)],
  ['Cinco de Mayo', on(5, 5)],
  ["~Mother's Day|mother day|muttertag|festa della mamma|dia das maes|moederdag", nth(2, 7, 5)],
  ['~Memorial Day', nth(-1, 1, 5)],
  ["~Father's Day|father day", nth(3, 7, 6)],
  ['Flag Day', on(6, 14)],
  ['Juneteenth', on(6, 19)],
  ['Canada Day', on(7, 1)],
  ['Independence Day|4th of july|fourth of july|july 4th|us independence day', on(7, 4)],
  ['Bastille Day', on(7, 14)],
  ['~Labor Day|labour day', nth(1, 1, 9)],
  ['~Columbus Day|indigenous peoples day|canadian thanksgiving', nth(2, 1, 10)],
  ['Halloween|all hallows eve', on(10, 31)],
  ["All Saints' Day|all saints", on(11, 1)],
  ['Guy Fawkes Night|bonfire night|guy fawkes day', on(11, 5)],
  ['Veterans Day|remembrance day|armistice day|veteran day', on(11, 11)],
  ['~Thanksgiving|thanksgiving day|us thanksgiving|turkey day', thanksgiving],
  ['~Black Friday', after(thanksgiving, 1)],
  ['~Cyber Monday', after(thanksgiving, 4)],
  ['~Giving Tuesday', after(thanksgiving, 5)],
  ['~Election Day', (year) => nth(1, 1, 11)(year).add({ days: 1 })],
  ['Christmas Eve|xmas eve|heiligabend|heilig abend|nochebuena|kerstavond', on(12, 24)],
  [
    'Christmas Day|christmas|xmas|x mas|christmas day|weihnachten|noel|navidad|natale|natal|kerst|kerstmis|eerste kerstdag',
    on(12, 25),
  ],
  ['Boxing Day|st stephens day', on(12, 26)],
  ["New Year's Eve|new year eve|nye|silvester|saint sylvestre|nochevieja|oudejaarsdag|oudejaarsavond", on(12, 31)],
];

/** A day that comes every year. */
export interface Holiday {
  name: string;
  /** The date changes from year to year, so people ask for it. */
  moves: boolean;
  in(year: number): Temporal.PlainDate;
  /** The years for which the rule is reliable. */
  years: readonly [first: number, last: number];
}

const byName = new Map<string, Holiday>();
for (const [names, rule] of HOLIDAYS) enter(names, rule, [1, 9999]);
for (const [names, rule] of moonHolidays) enter(names, rule, MOON_YEARS);

function enter(names: string, rule: Rule, years: Holiday['years']): void {
  const [first = '', ...others] = names.split('|');
  const name = first.replace('~', '');
  const holiday = { name, moves: first.startsWith('~'), in: rule, years };
  for (const each of [name, ...others]) byName.set(key(each), holiday);
}

function key(name: string): string {
  return name.toLowerCase().replace(/['’.]/g, '').replaceAll('-', ' ').normalize('NFD').replace(/\p{M}/gu, '');
}

/** The holiday of this name. */
export function holidayNamed(name: string): Holiday | null {
  return byName.get(key(name)) ?? null;
}
