/**
 * Queries that could be read as sums but mean something else: dates, telephone numbers, serial numbers, ranges of
 * years, sizes of screens and timber, and a few well-known names. An equals sign makes them a sum.
 */
const KNOWN = new Set(
  '24/7 24-7 9/11 7/11 7-11 9-11 50/50 20/20 60/40 80/20 4/20 5/4 7/7 4x4 2x4 6x6 2x2 3x3 1x1 4x6 5x7 8x10 365/24/7 3/11 1-1 9-1-1 4-1-1 1-2-3 3-2-1 9-5 0-60 0-100 10/10 8.5x11 11x17 16x20 24x36 7.62x39 7.62x51 5.56x45 4x100 4x400 4-3-3 3-4-3 3-5-2 5-3-2 4-2-3-1'.split(
    ' ',
  ),
);
/** `what is` before one of these asks for its meaning. */
const NAMES = new Set('24/7 9/11 7/11 50/50 20/20 80/20 4/20'.split(' '));
const SCREENS =
  /^(?:640|720|800|1024|1080|1152|1200|1280|1366|1440|1536|1600|1680|1920|2048|2160|2560|3440|3840|4096|5120|7680)x\d{3,4}$/;
/** Short for Boeing 747-400. */
const AIRLINERS = /^7[0-8]7-[1-9](?:00)?$/;
const DATE = /^\d{1,4}([/.-])\d{1,2}\1\d{1,4}$/;
const GROUPS = /^[+(]?[\d ()-]+$/;

/** Opening words that carry no meaning. */
const OPENING =
  /^(?:(?:i (?:have|need)|if i have|so|for me|answer|temperature|(?:would|will) you|please|hey|ok|okay) )+/;

/** Whether a query more likely means something other than a sum. Each test reads each character once. */
export function isLookalike(query: string): boolean {
  const typed = query
    .trim()
    .toLowerCase()
    .replace(/[?!.]+$/, '')
    .replace(OPENING, '');
  const text = /^[ -~]*$/.test(typed) ? typed : typed.replace(/[−–—]/g, '-').replace(/×/g, 'x');
  // `abs 10 minutes` is a workout.
  if (/^abs \d+ [a-z]/.test(text)) return true;
  // `temperature 20-30` is a range of temperatures.
  if (/^temperature /i.test(query.trim())) return true;
  if (NAMES.has(text.replace(/^what(?:'?s| is) (?:a )?/, ''))) return true;
  if (KNOWN.has(text) || SCREENS.test(text) || AIRLINERS.test(text)) return true;
  // Names of things: E-3, pi-1, 10-K, 7-eleven.
  if (/^(?:[a-z]{1,3}[-+]\d+|\d+-[a-z]+)$/.test(text)) return true;
  const extended = /^(.{7,}) (?:x|ext)\.? ?\d{1,5}$/.exec(text)?.[1];
  if (extended) return isTelephone(extended);
  if (/\b\d{4}-\d\d-\d\d\b|\b\d{1,2}\/\d{1,2}\/\d{4}\b/.test(text)) return true;
  if (!/^[\d\s()+/.-]+$/.test(text)) return false;
  return isDate(text) || isTelephone(text) || isSpan(text);
}

function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const parts = text.split(/[/.-]/).map(Number) as [number, number, number];
  const [first, second, third] = parts;
  const year = (value: number, written: string) => (value >= 1000 ? value <= 2200 : written.length === 2);
  const [a = '', , c = ''] = text.split(/[/.-]/);
  if (text.includes('-') && a.length < 4 && c.length < 4) return /^\d\d-\d\d-\d\d$/.test(text);
  return (
    (year(third, c) && first <= 31 && second <= 31 && first > 0 && second > 0) ||
    (first >= 1000 && year(first, a) && second <= 12 && third <= 31)
  );
}

/**
 * Groups of digits with hyphens, perhaps with brackets around the first group: too many digits for a sum, or leading
 * zeros.
 */
function isTelephone(text: string): boolean {
  if (!GROUPS.test(text) || /\d +- +\d/.test(text)) return false;
  const groups = text.split(/[^\d]+/).filter(Boolean);
  const digits = groups.join('').length;
  if (groups.length < 2) return false;
  if (groups.some((group) => group.length > 1 && group.startsWith('0'))) return true;
  if (groups.length > 2 && digits >= 9) return true;
  if (/^[+(]/.test(text) && digits >= 7) return true;
  return /^(?:\d{3}-\d{4}|\d{5}-\d{4}|97[89]-\d{10}|\d{2,4}-\d{8,})$/.test(text);
}

/** 1874-1963, 2020/21, 2020/2021 */
function isSpan(text: string): boolean {
  const [, from = '', to = ''] = /^(1[5-9]\d\d|20\d\d)[-/](\d\d|1[5-9]\d\d|20\d\d)$/.exec(text) ?? [];
  return from !== '' && Number(to) > Number(to.length === 2 ? from.slice(2) : from);
}
