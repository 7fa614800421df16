import type { Sitelink } from './results.ts';

/** The results as the API returns them. Every field is always present, except those of `detail=full`. */

/** An engine that found a result. */
export interface FoundBy {
  engine: string;
  label: string;
  /** Rank in the engine's own list, from 1. */
  rank: number;
  /** The engine's share of the score. */
  share: number;
}

/** Why a result ranks where it does: with `detail=full` only. */
export interface ScoreDetail {
  engines: FoundBy[];
  /** From 0 to 1: a result that is first in every engine that answered scores 1. */
  score: number;
}

/** When a result was published, ISO 8601 or empty: with `detail=full` only. */
export interface DateDetail {
  published: string;
}

/** The full picture of an image: with `detail=full` only. */
export interface PictureDetail {
  image_url: string;
  /** In pixels; 0 if unknown. */
  width: number;
  height: number;
  license: string;
}

/** A web result. */
export interface WebResult extends Partial<ScoreDetail & DateDetail> {
  title: string;
  url: string;
  description: string;
  display_url: string;
  favicon_url: string;
  age: string;
  source: string;
  source_label: string;
  sitelinks: Sitelink[];
}

/** An image result. */
export interface ImageResult extends Partial<ScoreDetail & PictureDetail> {
  title: string;
  url: string;
  source: string;
  thumbnail: string;
}

/** A news result. */
export interface NewsResult extends Partial<ScoreDetail & DateDetail> {
  title: string;
  url: string;
  description: string;
  age: string;
  source: string;
  hostname: string;
  thumbnail: string;
}

/** A video result. */
export interface VideoResult extends Partial<ScoreDetail & DateDetail> {
  title: string;
  url: string;
  age: string;
  source: string;
  duration: string;
  hostname: string;
  thumbnail: string;
}
