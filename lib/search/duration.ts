/** A plain number above a day is in milliseconds: no engine lists videos that long. */
const MAX_SECONDS = 86_400;
const CLOCK = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})(?:\.\d+)?$/;
const ISO = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?$/i;
const WORDS =
  /^(?:(\d+)\s*h(?:ours?|rs?)?)?[\s,]*(?:(\d+)\s*m(?:in(?:ute)?s?)?)?[\s,]*(?:(\d+)\s*s(?:ec(?:ond)?s?)?)?\.?$/i;

/** Formats a video's length as `4:13` or `1:02:03` from any form that an engine sends; empty if it is unreadable. */
export function clockDuration(value: unknown): string {
  const seconds = typeof value === 'string' ? fromText(value.trim()) : fromNumber(value);
  if (!Number.isFinite(seconds) || seconds < 1 || seconds > 100 * 3_600) return '';
  const whole = Math.round(seconds);
  const clock = [Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, '0')).join(':');
  const hours = Math.floor(whole / 3_600);
  return hours > 0 ? `${hours}:${clock}` : clock.replace(/^0/, '');
}

function fromNumber(value: unknown): number {
  if (typeof value !== 'number') return Number.NaN;
  return value > MAX_SECONDS ? value / 1_000 : value;
}

function fromText(text: string): number {
  if (text.length === 0 || text.length > 40) return Number.NaN;
  if (/^\d+(\.\d+)?$/.test(text)) return fromNumber(Number(text));
  const [, hours = '0', minutes = '0', seconds = '0'] = CLOCK.exec(text) ?? WORDS.exec(text) ?? [];
  const iso = ISO.exec(text);
  if (!iso) return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  const [days = 0, h = 0, m = 0, s = 0] = iso.slice(1).map((part) => Number(part ?? 0));
  return days * 86_400 + h * 3_600 + m * 60 + s;
}
