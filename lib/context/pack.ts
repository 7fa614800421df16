import { cutText } from '../pages/cut.ts';
import { estimateTokens } from '../text/tokens.ts';
import type { RankedPassage } from './rank.ts';
import { Repetitions } from './repetitions.ts';

/** How much a context may hold. */
export interface PackingLimits {
  maxTokens: number;
  maxTokensPerPage: number;
  /** Default: as many as have room. */
  maxPassages?: number;
  maxPassagesPerPage?: number;
}

/** A passage of a context. */
export interface Packed {
  /** Number of its page. */
  page: number;
  heading: string;
  text: string;
  /** Of heading and text, estimated. */
  tokens: number;
  score: number;
  /** Where it is on its page. */
  at: number;
}

/** What a passage is worth grows faster than its score: half as good a passage is not worth half as many tokens. */
const VALUE_EXPONENT = 2;
/** What a reader needs to know where a passage comes from, however short it is. */
const TOKENS_OF_FRAME = 30;

/**
 * Takes the passages with the highest value per token while they have room, those of each question in turn, without those
 * that repeat what was taken. Returns pages by their best passage, and each page's passages in reading order.
 */
export function packPassages(rankings: readonly (readonly RankedPassage[])[], limits: PackingLimits): Packed[] {
  const queues = rankings.map((ranking) => byValue(ranking).values());
  const taken = new Taken(limits);
  for (let isLeft = true; isLeft; ) {
    isLeft = false;
    for (const queue of queues) {
      // One passage for each question in turn, so that no question takes all the room.
      for (const passage of queue) {
        if (!taken.add(passage)) continue;
        isLeft = true;
        break;
      }
    }
  }
  return inReadingOrder(taken.passages);
}

/** Room for passages, and those that were taken. */
class Taken {
  readonly passages: Packed[] = [];
  readonly #limits: PackingLimits;
  readonly #repetitions = new Repetitions();
  readonly #seen = new Set<string>();
  #left: number;
  readonly #pages = new Map<number, { tokens: number; passages: number }>();

  constructor(limits: PackingLimits) {
    this.#limits = limits;
    this.#left = limits.maxTokens;
  }

  /** Whether there was room for the passage and it says something new. */
  add(passage: Weighed): boolean {
    const { maxTokensPerPage, maxPassages = Number.POSITIVE_INFINITY } = this.#limits;
    const { maxPassagesPerPage = Number.POSITIVE_INFINITY } = this.#limits;
    const ofPage = this.#pages.get(passage.page) ?? { tokens: 0, passages: 0 };
    const name = `${passage.page} ${passage.at}`;
    if (this.passages.length >= maxPassages || ofPage.passages >= maxPassagesPerPage || this.#seen.has(name))
      return false;
    const room = Math.min(this.#left, maxTokensPerPage - ofPage.tokens);
    // The best passage is cut if it has no room. Any other one leaves its room to shorter ones.
    const fitting = passage.tokens > room && this.passages.length === 0 ? cutToFit(passage, room) : passage;
    if (fitting.tokens > room || !this.#repetitions.isNew(fitting.text)) return false;
    this.#seen.add(name);
    this.#left -= fitting.tokens;
    this.#pages.set(passage.page, { tokens: ofPage.tokens + fitting.tokens, passages: ofPage.passages + 1 });
    const { page, heading, text, tokens, score, at } = fitting;
    this.passages.push({ page, heading, text, tokens, score, at });
    return true;
  }
}

type Weighed = RankedPassage & { tokens: number };

function byValue(ranking: readonly RankedPassage[]): Weighed[] {
  return ranking
    .map((passage) => ({ ...passage, tokens: tokensOf(passage) }))
    .map((passage) => ({ passage, value: passage.score ** VALUE_EXPONENT / (passage.tokens + TOKENS_OF_FRAME) }))
    .sort((a, b) => b.value - a.value)
    .map(({ passage }) => passage);
}

function tokensOf({ heading, text }: Pick<RankedPassage, 'heading' | 'text'>): number {
  return estimateTokens(heading === '' ? text : `${heading}\n${text}`);
}

/** The beginning of a passage, in as many tokens as there is room for. */
function cutToFit(passage: Weighed, room: number): Weighed {
  let { text, tokens } = passage;
  while (tokens > room && text.length > 1) {
    text = cutText(text, Math.floor(Math.min(0.9, room / tokens) * text.length));
    tokens = tokensOf({ heading: passage.heading, text });
  }
  return { ...passage, text, tokens };
}

function inReadingOrder(passages: readonly Packed[]): Packed[] {
  const best = new Map<number, number>();
  for (const { page, score } of passages) best.set(page, Math.max(score, best.get(page) ?? 0));
  const bestOf = ({ page }: Packed) => best.get(page) ?? 0;
  return passages.toSorted((a, b) => bestOf(b) - bestOf(a) || a.page - b.page || a.at - b.at);
}
