/** An article of the encyclopedia. */
export interface EncyclopediaEntry {
  title: string;
  lang: string;
  description: string;
  /** Two to four sentences. */
  extract: string;
  /** Name of a file on Wikimedia Commons. */
  thumbnail?: string;
  /** Wikidata id. */
  wikidata: string;
  coordinates?: { lat: number; lon: number };
  /** A page that only lists what its title may mean. */
  disambiguation?: true;
}

/** The facts that engines show beside the results when a query names a thing. */
export interface Infobox {
  /** Title of the encyclopedia entry that it belongs to. */
  title: string;
  /** Other names that people type. */
  aliases?: readonly string[];
  category: string;
  attributes: readonly (readonly [label: string, value: string])[];
  website?: string;
  profiles: readonly { name: string; url: string }[];
}

/** A programming question with its accepted answer. */
export interface ProgrammingQuestion {
  title: string;
  tags: readonly string[];
  questionId: number;
  answerId: number;
  score: number;
  views: number;
  answerer: string;
  /** The answer, in HTML. */
  body: string;
}

/** A query that many people ask, as autocompletion knows it. */
export interface PopularQuery {
  query: string;
  /** Higher is asked more often. */
  popularity: number;
  /** ISO 639-1; English when absent. */
  lang?: string;
}
