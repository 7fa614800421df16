import { z } from 'zod';
import type { FoundPlace } from '../../../lookups/instant-lookups.ts';
import { type LookUp, ProviderAway, providerKind } from '../../answer.ts';
import { numbersWith } from '../../local-formats.ts';
import { localDay } from '../../local-times.ts';
import { translate } from '../../phrases.ts';
import { folded } from '../../reading/folded.ts';
import { foldedName, titledName } from '../../reading/places/folded-name.ts';
import { findPlace, isStateCode, isWordy, splitQualifier } from '../../reading/places/gazetteer.ts';
import { dayAsked } from './day-asked.ts';
import { hasNoPlace, type Sureness, WEATHER_WORDS, weatherQuestions } from './weather-wording.ts';
import { conditionOf } from './wmo-codes.ts';

const weatherSchema = z.object({
  place: z.string().describe('Requested place.').meta({ example: 'Paris' }),
  lat: z.number().describe('Latitude of the forecast.'),
  lon: z.number().describe('Longitude of the forecast.'),
  tz: z.string().describe('IANA time zone of the place.'),
  current: z
    .object({
      temp_c: z.number().describe('Degrees Celsius.'),
      temp_f: z.number().describe('Degrees Fahrenheit.'),
      feels_c: z.number().nullable().describe('Apparent temperature in degrees Celsius.'),
      condition: z.string().describe('Weather in words.').meta({ example: 'partly cloudy' }),
      code: z.number().int().describe('WMO code of the condition; -1 if unknown.'),
      humidity: z.number().nullable().describe('Percent.'),
      wind_kmh: z.number().nullable().describe('Kilometres per hour.'),
      is_day: z.boolean().describe('Whether the sun is up.'),
    })
    .describe('Current weather.'),
  days: z
    .array(
      z.object({
        date: z.string().describe('Local ISO date.'),
        min_c: z.number().nullable(),
        max_c: z.number().nullable(),
        condition: z.string(),
        precipitation_mm: z.number().nullable(),
      }),
    )
    .describe('Today and the following days.'),
  value: z.number().describe('Current temperature, or the maximum of the requested day, in degrees Celsius.'),
});

const MAX_CHARS = 90;
const TRAILING =
  /(?: (?:today|tonight|tomorrow|now|right now|currently|this week|this weekend|next week|like|be like|looking|for|please|forecast|weather|\d{1,2} days?|\d{1,2}-day|hourly|heute|morgen|aujourd'hui|demain|hoy|mañana|oggi|domani|hoje|amanhã|vandaag|this morning|in celsius|in fahrenheit|(?:on |this |next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day))+$/;
/** `temperature in nice`: a preposition marks a place, whatever its name. */
const PREPOSITION = / (?:in|for|at|à|en|em|a|für|voor) /;
const PREPOSITION_LAST = / (?:in|for|at|near|around|à|en|au|em|a|für|auf|voor) $/;
/** Minimum population of a place that is only likely; the name must also match exactly. */
const MIN_LIKELY_POPULATION = 1_000;
const MIN_INEXACT_POPULATION = 10_000;

const degrees = (unit: string) =>
  numbersWith({ style: 'unit', unit, maximumFractionDigits: 0, signDisplay: 'negative' });
const celsius = degrees('celsius');
const fahrenheit = degrees('fahrenheit');

/** The weather in a place, now and for the coming week. */
export const weather = providerKind({
  type: 'weather',
  example: 'weather in Paris',
  data: weatherSchema,
  match: ({ q }) => q.length <= MAX_CHARS && WEATHER_WORDS.test(q.toLowerCase()) && placesIn(folded(q)).length > 0,
  async work({ q, lang }, lookUp) {
    const [asked] = placesIn(folded(q));
    if (!asked) return null;
    const place = await pointOf(asked, lang, lookUp);
    if (!place) return null;
    const forecast = await lookUp('forecast', { lat: place.lat, lon: place.lon });
    const { code, temp_c, ...current } = forecast.current;
    const temp_f = Math.round((temp_c * 9) / 5 + 32);
    const day = dayAsked(folded(q), forecast.days);
    const range = rangeOf(day ?? forecast.days[0], lang);
    const label = [...new Set([place.name, place.region, place.country].filter(Boolean))].join(', ');
    const temperature = `${celsius(temp_c, lang)} / ${fahrenheit(temp_f, lang)}`;
    const now = `${temperature}, ${translate(conditionOf(code), lang)}${range && ` (${range})`}`;
    return {
      answer: day
        ? `${label}, ${localDay(Date.parse(day.date), lang)}: ${range && `${range}, `}${translate(conditionOf(day.code), lang)}`
        : `${label}: ${now}`,
      data: {
        place:
          place.name.toLowerCase() === asked.name
            ? place.name
            : titledName(asked.name.replace(/^the (?=.)/, ''), isStateCode),
        lat: place.lat,
        lon: place.lon,
        tz: forecast.tz,
        current: { temp_c, temp_f, ...current, condition: conditionOf(code), code },
        days: forecast.days.map(({ code: daily, ...day }) => ({ ...day, condition: conditionOf(daily) })),
        value: day?.max_c ?? temp_c,
      },
    };
  },
});

/** `4 °C – 12 °C`; empty if unknown. */
function rangeOf(day: { min_c: number | null; max_c: number | null } | undefined, lang: string): string {
  return day?.min_c != null && day.max_c != null ? `${celsius(day.min_c, lang)} – ${celsius(day.max_c, lang)}` : '';
}

interface AskedPlace {
  name: string;
  sureness: Sureness;
}

/** The possible places in a query, most likely first. */
function placesIn(query: string): AskedPlace[] {
  const text = query
    .replace(/[,.!]+$/, '')
    .replace(/[,:]/g, ' ')
    .replaceAll('wheather', 'weather')
    .replace(/\s+/g, ' ');
  for (const [pattern, sureness] of weatherQuestions) {
    const groups = pattern.exec(text)?.groups;
    if (!groups?.place) continue;
    const name = [groups.place.replace(TRAILING, ''), groups.region?.replace(TRAILING, '')].filter(Boolean).join(' ');
    if (name.length < 2 || name.length > 60 || !/^[\p{L}\p{M}'. -]+$/u.test(name)) continue;
    // `austin weather texas`: the part after `weather` must be a state or country.
    if (groups.region && !splitQualifier(name)) continue;
    const place = findPlace(name, { bare: sureness !== 'sure' && !PREPOSITION.test(text) });
    if (place && place.kind !== 'surroundings') return [{ name, sureness: 'known' }];
    if (isNoPlace(name, text)) {
      // `weather in cold spring minnesota`: the preposition and the state mark a place. The provider must find exactly
      // this name.
      const isSaid = PREPOSITION_LAST.test(text.slice(0, text.indexOf(groups.place)));
      if (place && isSaid) return [{ name, sureness: 'known' }];
      continue;
    }
    if (place) return [{ name, sureness }];
    if (sureness === 'known' || name.split(' ').length > 4) continue;
    // `nice weather` is not about Nice.
    if (sureness === 'likely' && isWordy(name) && !PREPOSITION.test(text)) continue;
    return [{ name, sureness }];
  }
  return [];
}

/** `ocean city` and `hot springs` are places, despite their words. */
function isNoPlace(name: string, question: string): boolean {
  return hasNoPlace(name, question) && !(name.includes(' ') && findPlace(name)?.kind === 'city');
}

async function pointOf({ name, sureness }: AskedPlace, lang: string, lookUp: LookUp) {
  const known = findPlace(name);
  const split = splitQualifier(name);
  const ask = async (q: string, country: string, region: string): Promise<FoundPlace['place']> => {
    return (await lookUp('findPlace', { q, country, region, lang })).place;
  };
  if (known && known.kind !== 'surroundings') {
    // The provider gets the country of a known place, and also the state of an American city.
    const inState = known.kind === 'city' && known.countryCode === 'US' ? known.region : '';
    const found = await ask(known.name, known.countryCode, inState);
    if (found) return found;
    const { label, region, lat, lon, population } = known;
    return { name: known.name, region, country: label.split(', ').at(-1) ?? '', lat, lon, population };
  }
  try {
    const { countryCode: country, region } = split?.qualifier ?? { countryCode: '', region: '' };
    const found = await ask(split?.name ?? name, country, region);
    if (!found) return null;
    const exact = sameName(found.name, split?.name ?? name);
    if (sureness === 'sure') return exact || found.population >= MIN_INEXACT_POPULATION ? found : null;
    // A name with a country or state means a place, however small.
    return exact && (split || found.population >= MIN_LIKELY_POPULATION) ? found : null;
  } catch (error) {
    // The query may not be about the weather, so a missing answer needs no error.
    if (sureness !== 'sure' && error instanceof ProviderAway) return null;
    throw error;
  }
}

function sameName(a: string, b: string): boolean {
  return spelledOut(a) === spelledOut(b);
}

/** `mt pleasant` is found as Mount Pleasant. */
function spelledOut(name: string): string {
  return foldedName(name)
    .replace(/^the (?=.)/, '')
    .replace(/\bst\b/, 'saint')
    .replace(/^ft\b/, 'fort')
    .replace(/^mt\b/, 'mount');
}
