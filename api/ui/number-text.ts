/** A count for people: `12,345`. */
export function countText(value: number): string {
  return value.toLocaleString('en-US');
}

/** `1 search`, `12 searches`. */
export function searchesText(count: number): string {
  return `${countText(count)} ${count === 1 ? 'search' : 'searches'}`;
}

/** A waiting time in seconds, minutes or hours, rounded up. */
export function waitText(seconds: number, language = 'en'): string {
  const [count, unit] =
    seconds <= 90
      ? [seconds, 'second']
      : seconds <= 90 * 60
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3_600), 'hour'];
  return count.toLocaleString(language, { style: 'unit', unit, unitDisplay: 'long', useGrouping: false });
}
