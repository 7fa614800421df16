import { parseHttpUrl } from '../search/canonical-url.ts';
import { DISCARD, type Instruction, type Verdict } from './instruction.ts';
import { matches } from './pattern.ts';

/** An address as rules look at it. */
export interface RuledAddress {
  /** In lower case. */
  text: string;
  host: string;
}

/** Longer addresses are compared as far as this. */
const MAX_ADDRESS_CHARS = 2_048;

/** Prepares an address, once for all lists. */
export function ruledAddress(url: string): RuledAddress {
  const host = (parseHttpUrl(url)?.hostname ?? '').replace(/\.$/, '');
  return { text: url.slice(0, MAX_ADDRESS_CHARS).toLowerCase(), host };
}

/** How many characters of a pattern it is found by. */
const GRAM_CHARS = 4;
/** So many patterns may be found by the same characters: each is compared with every address that has them. */
const MAX_ALIKE = 1_000;

/** A list of rules, indexed: by site where there is no pattern, else by a few characters that an address must have. */
export class RuleList {
  readonly #bySite = new Map<string, Verdict>();
  readonly #byGram = new Map<string, Instruction[]>();
  /** How long the texts are that patterns are found by. */
  readonly #gramLengths = new Set<number>();
  /** What is decided on every address. */
  #always: Verdict | null = null;
  /** Whether a bare `$discard` drops what no other instruction matches. */
  #isAllowList = false;
  #size = 0;

  /** The number of its instructions. */
  get size(): number {
    return this.#size;
  }

  /** Adds an instruction. Returns the reason if the list would become slow. */
  add(instruction: Instruction): string | undefined {
    const { pattern, site, verdict } = instruction;
    this.#size += 1;
    if (pattern) return this.#addPattern(instruction);
    if (site !== null) this.#bySite.set(site, stronger(this.#bySite.get(site) ?? null, verdict));
    else if (verdict === DISCARD) this.#isAllowList = true;
    else this.#always = stronger(this.#always, verdict);
    return undefined;
  }

  /** What the list decides on an address; null if nothing. */
  verdictOn(address: RuledAddress): Verdict | null {
    let found = this.#always;
    if (this.#bySite.size > 0) {
      for (const site of sitesOf(address.host)) {
        const verdict = this.#bySite.get(site);
        if (verdict !== undefined) found = stronger(found, verdict);
      }
    }
    for (const { pattern, site, verdict } of this.#candidates(address.text)) {
      if (found !== null && found >= verdict) continue;
      if (site !== null && !isBelow(address.host, site)) continue;
      if (pattern && matches(pattern, address.text)) found = verdict;
    }
    return found ?? (this.#isAllowList ? DISCARD : null);
  }

  /** Under the characters that the fewest patterns have so far: not under "http". */
  #addPattern(instruction: Instruction): string | undefined {
    const grams = gramsOf(instruction.pattern?.parts.flat() ?? []);
    const countAt = (gram: string) => this.#byGram.get(gram)?.length ?? 0;
    const gram = grams.reduce((best, one) => (countAt(one) < countAt(best) ? one : best));
    const alike = this.#byGram.get(gram);
    if (!alike) this.#byGram.set(gram, [instruction]);
    else if (alike.length >= MAX_ALIKE) return `is one of more than ${MAX_ALIKE} patterns that are too much alike`;
    else alike.push(instruction);
    this.#gramLengths.add(gram.length);
    return undefined;
  }

  *#candidates(text: string): Generator<Instruction> {
    for (const length of this.#gramLengths) {
      const grams = new Set<string>();
      for (let at = 0; at + length <= text.length; at++) grams.add(text.slice(at, at + length));
      for (const gram of grams) yield* this.#byGram.get(gram) ?? [];
    }
  }
}

/** The texts of which an address that matches has each one: those of the usual length, or else the longest. */
function gramsOf(texts: readonly string[]): string[] {
  const longest = texts.reduce((one, other) => (other.length > one.length ? other : one), '');
  if (longest.length < GRAM_CHARS) return [longest];
  return texts.flatMap((text) =>
    Array.from({ length: Math.max(0, text.length - GRAM_CHARS + 1) }, (_, at) => text.slice(at, at + GRAM_CHARS)),
  );
}

/** A host and all that it is below: `a.b.c`, `b.c`, `c`. */
function* sitesOf(host: string): Generator<string> {
  for (let at = 0; at !== -1; at = host.indexOf('.', at)) {
    if (at > 0) at += 1;
    yield host.slice(at);
  }
}

function isBelow(host: string, site: string): boolean {
  return host === site || host.endsWith(`.${site}`);
}

function stronger(one: Verdict | null, other: Verdict): Verdict {
  return one === null || other > one ? other : one;
}
