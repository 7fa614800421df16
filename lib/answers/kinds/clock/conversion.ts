import { type Zone, zoneCalled, zoneNamed } from '../../reading/zones/zones.ts';
import { type TimeOfDay, timeAtStart } from './time-of-day.ts';

/** A time in one zone to convert to another. */
export interface ZoneConversion {
  time: TimeOfDay;
  from: Zone;
  /** Null: the requester's own zone. */
  to: Zone | null;
}

const OPENING =
  /^(?:(?:please )?convert |what(?:'s|s| is| time is(?: it)?| time will it be| would be) |when(?: is|'s) |time |if it(?:'s| is) |when it(?:'s| is) |wie spät ist |was ist |quelle heure est-il quand il est )+/;
const CONNECTOR = / ?(?:->|=>|→|=) ?| (?:to|in|into|as|at|nach|en|em|à|a|naar) /g;
const OWN = /^(?:my (?:local )?time ?(?:zone)?|my zone|local|local time|here|my time here)$/;
/** Spoken forms of conversions, in seven languages. */
const SPOKEN: readonly RegExp[] = [
  /^(?:what time is it|what time will it be|what(?:'s| is) the time|time) in (?<to>.+?),? (?:when|if|at) (?:it(?:'s| is) )?(?<time>\d.+|noon.+|midnight.+)$/,
  /^what time in (?<to>.+?) is (?<time>\d.+)$/,
  /^(?<time>\d.+?),? what time (?:is it |is that )?in (?<to>.+)$/,
  /^(?:(?:when|if) )?it(?:'s| is) (?<time>.+?),? (?:what time is it|what is the time|what's the time|then what time is it) in (?<to>.+)$/,
  /^(?<time>\d.+?),? (?:is|would be|will be) what time in (?<to>.+)$/,
  /^(?:wie ?(?:spät|spaet)|wie ?viel uhr) ist es in (?<to>.+?),? wenn es (?:(?<time>\d.+?)|in (?<from>.+?) (?<then>\d.+?)) ist$/,
  /^quelle heure est[- ]il (?:à|a|en|au|aux) (?<to>.+?),? (?:quand|lorsqu'|si) ?il est (?<time>.+)$/,
  /^¿?qu[eé] hora es en (?<to>.+?),? (?:cuando|si) (?:son|es) las? (?<time>.+)$/,
  /^che or[ae] (?:sono|è) (?:a|in|ad) (?<to>.+?),? (?:quando|se) (?:sono le|è l'|è) ?(?<time>.+)$/,
  /^que horas? (?:são|sao|é) em (?<to>.+?),? (?:quando|se) (?:são|sao|é) (?<time>.+)$/,
  /^hoe laat is het in (?<to>.+?),? (?:als|wanneer) het (?:(?<time>\d.+?)|in (?<from>.+?) (?<then>\d.+?)) is$/,
];
/** `tokyo 9am in london`: the place comes before its time. */
const PLACE_FIRST =
  /^(?<place>\p{L}[\p{L} .'-]{1,30}?) (?:at )?(?<time>\d[\d:.]{0,7} ?(?:[ap]\.?m\b\.?)?) (?<rest>(?:in|to) .+)$/u;
const MAX_CONNECTORS = 4;

/** `3pm EST to London`, `12:40 pm from PST to JST`, `what time is it in Tokyo when it is 3pm in London`. */
export function conversionIn(text: string): ZoneConversion | null {
  for (const pattern of SPOKEN) {
    const { to, time, from, then } = pattern.exec(text)?.groups ?? {};
    const found = to && between(time ?? `${then} ${from}`, to);
    if (found) return found;
  }
  const rest = text.replace(OPENING, '');
  const { place, time, rest: wanted } = PLACE_FIRST.exec(rest)?.groups ?? {};
  return split(place && time && timeAtStart(time)?.time.sure ? `${time} ${place} ${wanted}` : rest);
}

function split(text: string): ZoneConversion | null {
  if (!/^[\dnm]/.test(text)) return null;
  const whole = timeAtStart(text);
  if (!whole) return null;
  let tries = 0;
  for (const { 0: connector, index } of text.matchAll(CONNECTOR)) {
    if (index === 0 || ++tries > MAX_CONNECTORS) continue;
    const found = between(text.slice(0, index), text.slice(index + connector.length));
    if (found) return found;
  }
  // `10am EST`: converted to the requester's own zone.
  const from = whole.time.sure ? zoneCalled(whole.rest) : null;
  return from && { time: whole.time, from, to: null };
}

function between(left: string, right: string): ZoneConversion | null {
  const start = timeAtStart(left);
  if (!start || right === '') return null;
  const { time, rest } = start;
  const named = rest.replace(/^(?:(?:from|in|at|on|à|a|en|em|de|uhr in) |, ?)/, '');
  if (named === '') return null;
  const from = time.sure ? zoneNamed(named, { spoken: true }) : zoneCalled(named);
  // `5 pt to …` is about pints.
  if (!from || (!time.sure && named.length < 3)) return null;
  const to = OWN.test(right) ? null : zoneNamed(right, { spoken: true });
  return to || OWN.test(right) ? { time, from, to } : null;
}
