import { findPlace } from '../places/gazetteer.ts';
import { clockIn, zoneTable } from './zone-clock.ts';

/** A zone, named by a place, an abbreviation, or an offset from UTC. */
export interface Zone {
  /** Name for people to read: `Tokyo, Japan`, `EST`, `UTC+05:30`. */
  label: string;
  /** IANA zone, or an offset such as `+05:30`: any zone that Temporal accepts. */
  tz: string;
}

/** A zone with only its own name. */
export const ownZone = (tz: string): Zone => ({ label: tz, tz });

interface Naming {
  /** In a question about the current time, an abbreviation means the clocks of the region. */
  now?: boolean;
  /** Whether something in the query indicates a zone: a preposition, or a time of day. */
  said?: boolean;
}

const OFFSET = /^(?:utc|gmt) ?([+-]) ?(\d{1,2})(?::?([0-5]\d))?$/;
const IANA = /^[a-z_]+\/[a-z_+-]+(?:\/[a-z_]+)?$/i;
const TIME_WORDS = /(?: savings?)?(?: local)? (?:time ?zone|time)$/;
const MAX_OFFSET_HOURS = 14;

/**
 * The zone that a text names. In a conversion, an abbreviation means its fixed offset from UTC: EST is five hours
 * behind in any month.
 */
export function zoneNamed(text: string, { now = false, said = false }: Naming = {}): Zone | null {
  const short = text.replace(TIME_WORDS, '');
  const found = zoneCalled(short, { now, said }) ?? ianaZone(text);
  if (found) return found;
  const place = findPlace(text, { said }) ?? findPlace(short, { said });
  return place && { label: place.label, tz: place.tz };
}

/** A zone by its own name, not by a place. */
export function zoneCalled(text: string, { now = false, said = false }: Naming = {}): Zone | null {
  const name = text
    .replaceAll('.', '')
    .replace(TIME_WORDS, '')
    .replace(/^(?:the )?(?:us )?(?=.)/, '');
  const known = zoneTable().get(name);
  if (!known || !(said || known.common)) return offsetZone(name);
  return { label: known.label, tz: (!now && known.offset) || known.tz };
}

function offsetZone(name: string): Zone | null {
  const [, sign, hours = '', minutes = '00'] = OFFSET.exec(name) ?? [];
  if (!sign || Number(hours) + Number(minutes) / 60 > MAX_OFFSET_HOURS) return null;
  const tz = clockIn(`${sign}${hours.padStart(2, '0')}:${minutes}`, 0).offset;
  return { label: `UTC${tz}`, tz };
}

function ianaZone(name: string): Zone | null {
  const text = name.replaceAll(' ', '_');
  const tz = IANA.test(text) ? clockIn(text, 0).timeZoneId : 'UTC';
  return tz === 'UTC' ? null : ownZone(tz);
}
