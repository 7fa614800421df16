import { z } from 'zod';

/** What answers ask others for: places, forecasts, exchange rates, definitions. */

/** A place by its name, narrowed down by country and region where the asker did so. */
export const findPlaceInputSchema = z.object({
  q: z.string(),
  /** ISO code of two letters; empty for anywhere. */
  country: z.string(),
  /** English name of a state or province; empty for anywhere. */
  region: z.string(),
  lang: z.string(),
});
export type FindPlaceInput = z.infer<typeof findPlaceInputSchema>;

export const foundPlaceSchema = z.object({
  place: z
    .object({
      name: z.string(),
      region: z.string(),
      country: z.string(),
      lat: z.number(),
      lon: z.number(),
      /** 0 where it is not known. */
      population: z.number(),
    })
    .nullable(),
});
export type FoundPlace = z.infer<typeof foundPlaceSchema>;

export const forecastInputSchema = z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) });
export type ForecastInput = z.infer<typeof forecastInputSchema>;

/** The weather at a point, now and in the days to come. */
export const forecastSchema = z.object({
  /** IANA zone of the point. */
  tz: z.string(),
  current: z.object({
    temp_c: z.number(),
    feels_c: z.number().nullable(),
    /** WMO code; -1 where it is not known. */
    code: z.number().int(),
    humidity: z.number().nullable(),
    wind_kmh: z.number().nullable(),
    is_day: z.boolean(),
  }),
  days: z.array(
    z.object({
      date: z.string(),
      min_c: z.number().nullable(),
      max_c: z.number().nullable(),
      code: z.number().int(),
      precipitation_mm: z.number().nullable(),
    }),
  ),
});
export type Forecast = z.infer<typeof forecastSchema>;

const currencyCode = z.string().regex(/^[A-Z]{3}$/);
export const rateInputSchema = z.object({ from: currencyCode, to: currencyCode });
export type RateInput = z.infer<typeof rateInputSchema>;

/** What one unit of a currency is worth in another; null where one of them is not quoted. */
export const rateSchema = z.object({ quote: z.object({ rate: z.number(), as_of: z.string() }).nullable() });
export type ExchangeRate = z.infer<typeof rateSchema>;

export const defineInputSchema = z.object({ q: z.string() });
export type DefineInput = z.infer<typeof defineInputSchema>;

/** A word in the dictionary; null when it is not in there. */
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
