/** The languages in which places have names of their own here. */
export type PlaceLanguage = 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ja';

/** Where a place lies, in the words that are written on an envelope there. */
export interface PlaceAddress {
  house_number?: string;
  road?: string;
  suburb?: string;
  city?: string;
  state?: string;
  /** ISO 3166-2, such as `DE-BY`. */
  stateCode?: string;
  postcode?: string;
  country: string;
  /** ISO 3166-1, lower case. */
  country_code: string;
}

/** A real place at its true coordinates, described as OpenStreetMap describes it. */
export interface Place {
  /** As people there write it; empty for a house that has only a number. */
  name: string;
  names: Partial<Record<PlaceLanguage, string>>;
  /** Other things people call it; found, never shown. */
  alternatives: readonly string[];
  category: string;
  type: string;
  addresstype: string;
  osmType: 'node' | 'way' | 'relation';
  /** From memory for the best-known places; made up, but steady, for the others. */
  osmId: number;
  lat: number;
  lon: number;
  /** South, north, west, east. */
  boundingbox: readonly [number, number, number, number];
  /** 0 to 1. */
  importance: number;
  placeRank: number;
  address: PlaceAddress;
}
