import { findPlace, type KnownPlace } from '../places/gazetteer.ts';
import { offsetText } from './zone-clock.ts';
import { zoneNames } from './zone-names.ts';

/** A zone, named by a place, an abbreviation, or an offset from UTC. */
export interface Zone {
  /** Name for people to read: `Tokyo, Japan`, `EST`, `UTC+05:30`. */
  label: string;
  /** IANA zone, or an offset such as `+05:30`: any zone that Temporal accepts. */
  tz: string;
  place: KnownPlace | null;
}

/** The requester's own zone. */
export const ownZone = (tz: string): Zone => ({ label: tz, tz, place: null });

const OFFSET = /^(?:utc|gmt) ?([+-]) ?(\d{1,2})(?::?([0-5]\d))?$/;
const IANA = /^[a-z_]+\/[a-z_+-]+(?:\/[a-z_]+)?$/i;
/** `est` = `est time` = `eastern standard time`. */
const TIME_WORDS = /(?: (?:standard|daylight|summer))?(?: savings?)?(?: (?:time ?zone|time))$/;
/** Abbreviations that are also words: `art time` does not ask for the time in Buenos Aires. */
const WORDY_ZONES = new Set([
  'cat',
  'art',
  'met',
  'get',
  'bot',
  'pet',
  'eat',
  'wit',
  'west',
  'mart',
  'tot',
  'wat',
  'ut',
  'ret',
  'gilt',
  'iot',
  'cct',
  'nut',
  'cot',
  'ist',
  'z',
  'et',
  'pt',
  'mt',
  'ct',
]);
const MAX_OFFSET_MINUTES = 14 * 60;

/**
 * The zone that a text names. In a conversion, an abbreviation means its fixed offset from UTC: EST is five hours
 * behind in any month. In a question about the time `now`, it means the clocks of the region.
 */
export function zoneNamed(
  text: string,
  { now = false, bare = false, spoken = false, state = false, listed = false } = {},
): Zone | null {
  const name = text
    .trim()
    .replace(/^\((.*)\)$/, '$1')
    .replace(/^the (?=(?:eastern|central|mountain|pacific) )/, '');
  if (name.length === 0 || name.length > 60) return null;
  if (bare && WORDY_ZONES.has(name)) return null;
  return offsetZone(name) ?? shortZone(name, now, spoken) ?? ianaZone(name) ?? placeZone(name, { bare, state, listed });
}

/** A zone by its own name, not by a place. */
export function zoneCalled(text: string, now = false): Zone | null {
  const name = text.trim().replace(/^\((.*)\)$/, '$1');
  return offsetZone(name) ?? shortZone(name, now);
}

function offsetZone(name: string): Zone | null {
  const match = OFFSET.exec(name);
  if (!match) return null;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  if (minutes > MAX_OFFSET_MINUTES) return null;
  const tz = offsetText((match[1] === '-' ? -minutes : minutes) * 60_000);
  return { label: `UTC${tz}`, tz, place: null };
}

function shortZone(name: string, now: boolean, spoken = false): Zone | null {
  const bare = name.replaceAll('.', '').replace(TIME_WORDS, '');
  const coast =
    /^(?:the )?(?:us |u s |usa |american )?(?<side>east|west) coast(?: of (?:the )?(?:us|usa|america|united states))?$/.exec(
      bare,
    );
  if (coast) return shortZone(coast.groups?.side === 'east' ? 'eastern time' : 'pacific time', now);
  const words = /(eastern|central|mountain|pacific) (standard|daylight)/.exec(name);
  const key = words ? `${words[1]?.[0]}${words[2]?.[0]}t` : bare;
  const known = Object.hasOwn(zoneNames, key) ? zoneNames[key] : undefined;
  if (!known) return null;
  const [minutes, tz] = known;
  // `central` and `pacific` are words; they are zones only with `time` after them or a time before them.
  if (key.length > 5 && bare === name && !spoken) return null;
  const label = key.length > 5 ? `${key[0]?.toUpperCase()}${key.slice(1)} Time` : key.toUpperCase();
  return { label, tz: now || Number.isNaN(minutes) ? tz : offsetText(minutes * 60_000), place: null };
}

function ianaZone(name: string): Zone | null {
  const text = name.replaceAll(' ', '_');
  if (!IANA.test(text)) return null;
  try {
    const tz = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
    return { label: tz, tz, place: null };
  } catch {
    return null;
  }
}

function placeZone(name: string, how: { bare: boolean; state: boolean; listed: boolean }): Zone | null {
  const place = findPlace(name, how) ?? findPlace(name.replace(/ (?:local )?time$/, ''), { ...how, state: false });
  return place && { label: place.label, tz: place.tz, place };
}
