import { z } from 'zod';
import { dataset } from './dataset.ts';

/** The sandbox's data: every file of `data/` with the schema of its rows. */

const text = z.string().min(1);
const address = z.url({ protocol: /^https?$/ });
/** ISO 639-1; English when absent. */
const lang = z.string().length(2).exactOptional();
const positive = z.number().positive();
const cellNumber = z.coerce.number();

/** A web page: a real public URL and title, with a description written for the sandbox. */
const page = z.strictObject({
  url: address,
  title: text,
  /** One to three sentences about the page; indexed, and shown as the snippet. */
  text,
  /** The kind of page, so that each stand-in engine can cover its own part of the corpus. */
  kind: z.enum(['reference', 'documentation', 'small-web', 'news', 'forum', 'institution', 'commercial']),
  lang,
  /** Ages are relative to now, so that freshness filters always match something. */
  daysAgo: z.number().exactOptional(),
  sitelinks: z.array(z.strictObject({ title: text, url: address })).exactOptional(),
  /** Hidden when safe search is on. */
  adult: z.boolean().exactOptional(),
  /** Every engine has and likes it: the site or the article that people look for first. */
  wellKnown: z.literal(true).exactOptional(),
});
export type Page = z.infer<typeof page>;
export const pages = dataset('pages.jsonl', page);

const image = z.strictObject({
  title: text,
  /** The page that shows the image. */
  url: address,
  image: address,
  thumbnail: address,
  width: positive,
  height: positive,
  lang,
  adult: z.boolean().exactOptional(),
});
export type Image = z.infer<typeof image>;
export const images = dataset('images.jsonl', image);

const newsArticle = z.strictObject({
  title: text,
  url: address,
  text,
  publisher: text,
  thumbnail: address.exactOptional(),
  hoursAgo: z.number(),
  lang,
});
export type NewsArticle = z.infer<typeof newsArticle>;
export const newsArticles = dataset('news.jsonl', newsArticle);

const video = z.strictObject({
  title: text,
  url: address,
  text,
  channel: text,
  /** The platform: `YouTube`, `Vimeo`, `PeerTube`, `Wikimedia Commons`… */
  publisher: text,
  seconds: positive,
  thumbnail: address,
  daysAgo: z.number(),
  lang,
});
export type Video = z.infer<typeof video>;
export const videos = dataset('videos.jsonl', video);

const encyclopediaEntry = z.strictObject({
  title: text,
  lang: text,
  description: text,
  extract: text,
  /** Name of a file on Wikimedia Commons. */
  thumbnail: text.exactOptional(),
  wikidata: z.string().regex(/^Q\d+$/),
  /** Other titles that lead to the article. */
  redirects: z.array(text).exactOptional(),
  coordinates: z.strictObject({ lat: z.number(), lon: z.number() }).exactOptional(),
  /** Marks a disambiguation page, which only lists the meanings of its title. */
  disambiguation: z.literal(true).exactOptional(),
});
export type EncyclopediaEntry = z.infer<typeof encyclopediaEntry>;
export const encyclopedia = dataset('encyclopedia.jsonl', encyclopediaEntry);

/** The facts that engines show beside the results when a query names an entity. */
const infobox = z.strictObject({
  /** Title of the encyclopedia entry that the infobox belongs to. */
  title: text,
  /** Other names that people search for. */
  aliases: z.array(text).exactOptional(),
  category: text,
  attributes: z.array(z.tuple([text, text])),
  website: address.exactOptional(),
  profiles: z.array(z.strictObject({ name: text, url: address })),
});
export type Infobox = z.infer<typeof infobox>;
export const infoboxes = dataset('infoboxes.jsonl', infobox);

/** A programming question with its accepted answer, in HTML. */
const question = z.strictObject({
  title: text,
  tags: z.array(text),
  questionId: z.int(),
  answerId: z.int(),
  score: z.int(),
  views: z.int(),
  answerer: text,
  body: text,
});
export type Question = z.infer<typeof question>;
export const questions = dataset('questions.jsonl', question);

/** Languages in which places can have a local name. */
const placeLanguage = z.enum(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja']);
export type PlaceLanguage = z.infer<typeof placeLanguage>;

/** A real place at its true coordinates, described as in OpenStreetMap. */
const place = z.strictObject({
  /** The name in the local language; empty for a house that has only a number. */
  name: z.string(),
  names: z.partialRecord(placeLanguage, text).default({}),
  /** Alternative names: searchable, never shown. */
  alternatives: z.array(text).default([]),
  category: text,
  type: text,
  addresstype: text,
  osmType: z.enum(['node', 'way', 'relation']),
  osmId: z.int(),
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
  /** South, north, west, east. */
  boundingbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  importance: z.number().min(0).max(1),
  placeRank: z.int(),
  /** In the local language, as written on an envelope. */
  address: z.strictObject({
    house_number: text.exactOptional(),
    road: text.exactOptional(),
    suburb: text.exactOptional(),
    city: text.exactOptional(),
    state: text.exactOptional(),
    /** ISO 3166-2, such as `DE-BY`. */
    stateCode: text.exactOptional(),
    postcode: text.exactOptional(),
    country: text,
    /** ISO 3166-1, lower case. */
    country_code: z.string().regex(/^[a-z]{2}$/),
  }),
});
export type Place = z.infer<typeof place>;
export const places = dataset('places.jsonl', place);

/** Towns that are missing from the list of cities but are common in weather queries. */
export const towns = dataset(
  'towns.tsv',
  z.strictObject({
    name: text,
    region: text,
    country: text,
    latitude: cellNumber,
    longitude: cellNumber,
    population: cellNumber,
  }),
);

/** Names of those cities in other languages. */
export const cityNames = dataset('city-names.tsv', z.strictObject({ city: text, name: text }));

/** Popular queries; a higher popularity means more searches. */
const popularQuery = z.strictObject({ query: text, popularity: cellNumber, lang });
export type PopularQuery = z.infer<typeof popularQuery>;
export const popularQueries = dataset('popular-queries.tsv', popularQuery);

/** Value of one euro in each currency on the date that the Frankfurter stand-in returns. */
export const currencies = dataset(
  'currencies.tsv',
  z.strictObject({ code: z.string().length(3), rate: cellNumber.positive(), name: text }),
);

/** Definitions of words, in our own wording; a word may have several. */
export const definitions = dataset('dictionary.tsv', z.strictObject({ word: text, part: text, definition: text }));

/** The phrases that the translation stand-ins can translate, in each of their languages. */
const phrase = z.strictObject({
  en: text,
  de: text,
  fr: text,
  es: text,
  it: text,
  pt: text,
  nl: text,
  ja: text,
  pl: text,
});
export type PhraseLanguage = keyof z.infer<typeof phrase>;
export const phraseLanguages = Object.keys(phrase.shape) as PhraseLanguage[];
export const phrases = dataset('phrases.tsv', phrase);

export const misspellings = dataset('misspellings.tsv', z.strictObject({ misspelling: text, correction: text }));
