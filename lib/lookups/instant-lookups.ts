import { z } from 'zod';

/** Inputs and outputs of the lookups for instant answers: places, forecasts, exchange rates, definitions. */

/** A place name, with the country and region if the query gives them. */
export const findPlaceInputSchema = z.object({
  q: z.string(),
  /** ISO country code of two letters; empty for any. */
  country: z.string(),
  /** English name of a state or province; empty for any. */
  region: z.string(),
  lang: z.string(),
});
export type FindPlaceInput = z.infer<typeof findPlaceInputSchema>;

/** The place found, or null. */
export const foundPlaceSchema = z.object({
  place: z
    .object({
      name: z.string(),
      region: z.string(),
      country: z.string(),
      lat: z.number(),
      lon: z.number(),
      /** 0 if unknown. */
      population: z.number(),
    })
    .nullable(),
});
export type FoundPlace = z.infer<typeof foundPlaceSchema>;

/** A point in degrees, and the number of days, by default a week. */
export const forecastInputSchema = z.object({
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
  days: z.number().int().min(1).max(16).optional(),
});
export type ForecastInput = z.infer<typeof forecastInputSchema>;

/** What falls, in percent and millimetres, and the strength of the sun. Null if the provider does not tell. */
const skySchema = z.object({
  code: z.number().int(),
  precipitation_mm: z.number().nullable(),
  // Missing in replies of earlier versions.
  precipitation_chance: z.number().nullable().optional(),
  uv: z.number().nullable().optional(),
});

/** The weather at a point, now, in the next hours and on the following days. */
export const forecastSchema = z.object({
  /** IANA time zone of the point. */
  tz: z.string(),
  /** When the current weather was observed: local time with its offset from UTC. Missing in older replies. */
  observed_at: z.string().optional(),
  current: z.object({
    temp_c: z.number(),
    feels_c: z.number().nullable(),
    /** WMO weather code; -1 if unknown. */
    code: z.number().int(),
    humidity: z.number().nullable(),
    wind_kmh: z.number().nullable(),
    is_day: z.boolean(),
  }),
  days: z.array(
    skySchema.extend({
      date: z.string(),
      min_c: z.number().nullable(),
      max_c: z.number().nullable(),
      snow_cm: z.number().nullable().optional(),
    }),
  ),
  /** By local time; missing in replies of earlier versions. */
  hours: z.array(skySchema.extend({ time: z.string(), temp_c: z.number() })).optional(),
});
export type Forecast = z.infer<typeof forecastSchema>;

/** A point in degrees. */
export const airInputSchema = forecastInputSchema.pick({ lat: true, lon: true });
export type AirInput = z.infer<typeof airInputSchema>;

/** The air at a point now: two indices, and pollutants in micrograms per cubic metre. */
export const airSchema = z.object({
  tz: z.string(),
  observed_at: z.string().optional(),
  us_aqi: z.number().nullable(),
  european_aqi: z.number().nullable(),
  pm2_5: z.number().nullable(),
  pm10: z.number().nullable(),
  nitrogen_dioxide: z.number().nullable(),
  ozone: z.number().nullable(),
});
export type Air = z.infer<typeof airSchema>;

const currencyCode = z.string().regex(/^[A-Z]{3}$/);
/** A pair of ISO 4217 currency codes, and the day of the rate if it is not the latest. */
export const rateInputSchema = z.object({ from: currencyCode, to: currencyCode, date: z.iso.date().optional() });
export type RateInput = z.infer<typeof rateInputSchema>;

/** The value of one unit of a currency in another; null if either has no published rate. */
export const rateSchema = z.object({ quote: z.object({ rate: z.number(), as_of: z.string() }).nullable() });
export type ExchangeRate = z.infer<typeof rateSchema>;

/** A word to define. */
export const defineInputSchema = z.object({ q: z.string() });
export type DefineInput = z.infer<typeof defineInputSchema>;

/** The dictionary entry of a word; null if there is none. */
export const definitionSchema = z.object({
  entry: z
    .object({
      word: z.string(),
      phonetic: z.string(),
      meanings: z.array(z.object({ part: z.string(), definitions: z.array(z.string()) })),
    })
    .nullable(),
});
export type Definition = z.infer<typeof definitionSchema>;
