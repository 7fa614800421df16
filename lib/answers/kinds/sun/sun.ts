import { getTimes } from 'suncalc';
import { z } from 'zod';
import { inlineKind } from '../../answer.ts';
import { localDay, localTime } from '../../local-times.ts';
import { momentIn } from '../../reading/dates/moments.ts';
import { folded } from '../../reading/folded.ts';
import { findPlace } from '../../reading/places/gazetteer.ts';
import { clockIn, epochMsOf, wallMsAt } from '../../reading/zones/zone-clock.ts';

const sunSchema = z.object({
  place: z.string().describe('Requested place.').meta({ example: 'Paris, France' }),
  tz: z.string().describe('IANA time zone of the place.'),
  sunrise: z.string().nullable().describe('Local time; null if the sun does not rise that day.'),
  sunset: z.string().nullable().describe('Local time; null if the sun does not set that day.'),
  day_length: z.string().describe('Hours and minutes.').meta({ example: '16:09' }),
  value: z.string().nullable().describe('The requested value: sunrise, sunset or the length of the day.'),
});

const WORDS =
  /sun ?(?:rise|set)|\bsun\b|\bsonne\b|\bel sol\b|\bil sole\b|\bo sol\b|\bde zon\b|daylight|day ?length|length of (?:the )?day|how long is the day|sonnen(?:auf|unter)gang|soleil|amanecer|atardecer|puesta|salida del sol|\balba\b|tramonto|nascer do sol|p[oô]r do sol|zons(?:op|onder)gang/;
const EVENT =
  '(?<event>sun ?rises?(?: and sun ?sets?| sun ?sets?)?|sun ?sets?|day ?length|length of (?:the )?day|daylight(?: hours)?|hours of daylight|sonnenaufgang|sonnenuntergang|lever (?:d[ue] )?soleil|coucher (?:d[ue] )?soleil|(?:el )?amanecer|(?:el )?atardecer|puesta de[l]? sol|salida del sol|tramonto|nascer do sol|p[oô]r do sol|zonsopgang|zonsondergang)';
const TODAYS = new Set(['today', 'tonight', 'heute', "aujourd'hui", 'hoy', 'oggi', 'hoje', 'vandaag']);
const TOMORROWS = new Set(['tomorrow', 'morgen', 'demain', 'mañana', 'domani', 'amanhã']);
const NEAR = [...TODAYS, ...TOMORROWS, 'yesterday'].join('|');
const DAY = `(?<day>${NEAR}|on .{3,30})`;
/** The day comes before the place. */
const EARLY = `(?: (?<early>${NEAR}))?`;
const IN = '(?:in|at|for|of|à|a|au|en|em|no|na|di|de)';
const STRONG: readonly RegExp[] = [
  new RegExp(
    `^(?:(?:at )?what(?:'s| is| time is| time was| time will be| are)?|when(?:'s| is| was| will)?|wann ist(?: der)?|how long is|how many)? ?(?:the )?(?:time (?:of|for) (?:the )?|(?:l')?heure (?:d[ue] )?|(?:la )?hora (?:del?|do) |(?:l')?ora del )?${EVENT}(?: times?| are there| is there)?(?: be)?${EARLY} ${IN} (?<place>.+?)(?: ${DAY})?$`,
  ),
  new RegExp(`^wann ist (?<early>heute|morgen) (?:der )?${EVENT} in (?<place>.+)$`),
  // In Italian, `alba` next to a name may also be a basketball team in Berlin, a town or a person.
  new RegExp(`^(?:l')?(?<event>alba)${EARLY} (?:a|di|in) (?<place>.+?)(?: ${DAY})?$`),
  new RegExp(`^how long (?:is|are) the (?<event>day)s?${EARLY} in (?<place>.+?)(?: ${DAY})?$`),
  new RegExp(
    `^(?:(?:at )?what time|when) (?:does|will|did|is) the sun (?<event>rise|set|going to set|going to rise|come up|go down|up|down)${EARLY} in (?<place>.+?)(?: ${DAY})?$`,
  ),
  new RegExp(`^(?:wann|um wie ?viel uhr) geht${EARLY} die sonne (?<event>auf|unter) in (?<place>.+?)(?: ${DAY})?$`),
  new RegExp(
    `^(?:wann|um wie ?viel uhr) geht${EARLY}(?: die sonne)? in (?<place>.+?) (?:die sonne )?(?<event>auf|unter)$`,
  ),
  new RegExp(
    `^(?:à quelle heure|quand) (?:est-ce que le soleil )?se (?<event>lève|couche)(?: le soleil)?${EARLY} (?:à|a|en|au) (?<place>.+?)(?: ${DAY})?$`,
  ),
  new RegExp(`^¿?(?:a qu[eé] hora|cu[aá]ndo) (?<event>sale|se pone) el sol${EARLY} en (?<place>.+?)(?: ${DAY})?$`),
  new RegExp(`^(?:a che ora|quando) (?<event>sorge|tramonta) il sole${EARLY} (?:a|in) (?<place>.+?)(?: ${DAY})?$`),
  new RegExp(
    `^(?:a )?(?:que horas?|quando) (?:o sol )?(?<event>nasce|se p[õo]e)(?: o sol)?${EARLY} em (?<place>.+?)(?: ${DAY})?$`,
  ),
  new RegExp(`^(?:hoe laat|wanneer) (?:gaat|komt) de zon${EARLY} (?<event>op|onder) in (?<place>.+?)(?: ${DAY})?$`),
];
const BARE: readonly RegExp[] = [
  new RegExp(`^(?:(?:l')?heure (?:d[ue] )?)?${EVENT}(?: times?)?${EARLY} (?<place>.+?)(?: ${DAY})?$`),
  new RegExp(`^(?<place>.+?) ${EVENT}(?: times?)?(?: ${DAY})?$`),
];
const MAX_CHARS = 100;

/** Sunrise and sunset in a place. */
export const sun = inlineKind({
  type: 'sun',
  example: 'sunset in Paris',
  data: sunSchema,
  match: ({ q }) => q.length <= MAX_CHARS && WORDS.test(q.toLowerCase()),
  work({ q, now, lang }) {
    const text = folded(q);
    for (const [patterns, bare] of [[STRONG, false] as const, [BARE, true] as const]) {
      for (const pattern of patterns) {
        const { event = '', place: name = '', early = 'today', day = early } = pattern.exec(text)?.groups ?? {};
        const place = name && findPlace(name, { bare });
        // `sunrise florida` is a city there, and the coordinates of `surroundings` are unknown.
        if (!place || place.kind === 'surroundings' || (bare && place.kind !== 'city')) continue;
        const noon = noonOf(day, place.tz, now);
        if (noon !== null) return found(place, noon, event, lang);
      }
    }
    return null;
  },
});

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Noon, local time, of the named day. */
function noonOf(day: string, tz: string, now: number): number | null {
  const named = TODAYS.has(day) ? 'today' : TOMORROWS.has(day) ? 'tomorrow' : day;
  if (named === 'today') return Math.floor(wallMsAt(tz, now) / DAY_MS) * DAY_MS + DAY_MS / 2;
  const date = momentIn(named, { now: clockIn(tz, now), dayFirst: false })?.at.toPlainDate();
  return date ? date.toZonedDateTime('UTC').epochMilliseconds + DAY_MS / 2 : null;
}

function found(
  { label, tz, lat, lon }: { label: string; tz: string; lat: number; lon: number },
  noon: number,
  event: string,
  lang: string,
) {
  const times = getTimes(new Date(epochMsOf(tz, noon)), lat, lon);
  const toTheMinute = (when: Date | null) => when && Math.round(when.getTime() / MINUTE_MS) * MINUTE_MS;
  const [rise, set] = [toTheMinute(times.sunrise), toTheMinute(times.sunset)];
  const minutes = rise !== null && set !== null ? (set - rise) / MINUTE_MS : times.alwaysUp ? 1_440 : 0;
  const day_length = clockText({ hour: Math.floor(minutes / 60), minute: minutes % 60 });
  const [up, down] = [rise === null ? null : clockAt(tz, rise), set === null ? null : clockAt(tz, set)];
  const [sunrise, sunset] = [up && clockText(up), down && clockText(down)];
  const value = valueFor(event, { sunrise, sunset, day_length });
  const shown = [up && `☀ ↑ ${localTime(up, lang)}`, down && `↓ ${localTime(down, lang)}`, `${day_length} h`].filter(
    Boolean,
  );
  return {
    answer: `${label}, ${localDay(noon, lang)}: ${shown.join(', ')}`,
    data: { place: label, tz, sunrise, sunset, day_length, value },
  };
}

function clockAt(tz: string, epochMs: number): { hour: number; minute: number; second: number } {
  const wall = new Date(wallMsAt(tz, epochMs));
  return { hour: wall.getUTCHours(), minute: wall.getUTCMinutes(), second: wall.getUTCSeconds() };
}

/** `06:09` */
function clockText({ hour, minute }: { hour: number; minute: number }): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

function valueFor(
  event: string,
  { sunrise, sunset, day_length }: Record<'sunrise' | 'sunset' | 'day_length', string | null>,
) {
  if (/length|day/.test(event)) return day_length;
  return /rise|auf|lever|lève|amanecer|sal[ei]|alba|nasce|sorge|op|up/.test(event) ? sunrise : sunset;
}
