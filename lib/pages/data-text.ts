import { isNestedTooDeeply } from '../json-depth.ts';
import { escapeHtml } from './escape-html.ts';

const MAX_SCRIPTS = 50;
const MAX_SCRIPT_CHARS = 1_000_000;
const MAX_DEPTH = 60;
/** Of what stands before the data, such as the name of a variable. */
const MAX_NAME_CHARS = 200;
const MAX_VALUES = 50_000;
/** A shorter text is a label or a message. */
const MIN_CHARS = 60;
/** Of the texts below a value, what one of its parts must have for the others to be beside the point. */
const MAIN_SHARE = 0.7;
const LONG_CHARS = 200;

/** The texts of some data, each counted once for everything that it is in. */
class DataTexts {
  readonly #chars = new Map<unknown, number>();
  readonly #prose = new Set<string>();
  #values = 0;

  weigh(value: unknown): number {
    this.#values += 1;
    if (this.#values > MAX_VALUES) return 0;
    if (typeof value === 'string') {
      if (this.#prose.has(value) || !isProse(value)) return 0;
      this.#prose.add(value);
      return value.length;
    }
    // The depth is bounded since the data was parsed.
    const chars = partsOf(value).reduce<number>((sum, part) => sum + this.weigh(part), 0);
    if (chars > 0) this.#chars.set(value, chars);
    return chars;
  }

  /** The smallest part that still has most of the text. */
  mainPart(value: unknown): unknown {
    const enough = (this.#chars.get(value) ?? 0) * MAIN_SHARE;
    const part = partsOf(value).find((inner) => enough > 0 && (this.#chars.get(inner) ?? 0) >= enough);
    return part === undefined ? value : this.mainPart(part);
  }

  /** The texts below a value, in their order. */
  *below(value: unknown): Generator<string> {
    if (typeof value === 'string' && this.#prose.delete(value)) yield value;
    else if (this.#chars.has(value)) for (const part of partsOf(value)) yield* this.below(part);
  }
}

const partsOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

/**
 * The text in the data that a page carries for its scripts, as HTML: that of the smallest part that has most of it. Empty
 * if no script is JSON with long texts.
 */
export function dataHtml(html: string): string {
  const data = scriptTexts(html).map(parsed);
  const found = new DataTexts();
  const weights = data.map((value) => found.weigh(value));
  const main = data[weights.indexOf(Math.max(0, ...weights))];
  const part = found.mainPart(main);
  const texts = [...found.below(part)];
  // Messages of a program are short, and have names.
  const isText = Array.isArray(part) || texts.some(({ length }) => length >= LONG_CHARS);
  return isText ? texts.map(asHtml).join('') : '';
}

/** Scripts that are JSON, or set a variable to some. */
function scriptTexts(html: string): string[] {
  const found: string[] = [];
  for (let at = html.indexOf('<script'); at !== -1 && found.length < MAX_SCRIPTS; ) {
    const start = html.indexOf('>', at) + 1;
    const end = html.indexOf('</script', start);
    if (start === 0 || end === -1) break;
    const isLinkedData = /ld\+json/i.test(html.slice(at, start));
    const text = html.slice(start, end);
    if (!isLinkedData && text.length <= MAX_SCRIPT_CHARS && text.length >= LONG_CHARS) found.push(text);
    at = html.indexOf('<script', end);
  }
  return found;
}

function parsed(script: string): unknown {
  const start = script.slice(0, MAX_NAME_CHARS).search(/[[{]/);
  const end = Math.max(script.lastIndexOf('}'), script.lastIndexOf(']')) + 1;
  const isData =
    /(?:^|=)\s*$/.test(script.slice(0, Math.max(0, start))) && /^[\s;]*$/.test(script.slice(end, end + MAX_NAME_CHARS));
  const json = start >= 0 && isData ? script.slice(start, end) : '';
  if (json === '' || isNestedTooDeeply(json, MAX_DEPTH)) return null;
  try {
    return JSON.parse(json) as unknown;
  } catch (error) {
    // A program, and no data.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Words with spaces between them, or in a script that needs none; no address, no code, no data. */
function isProse(text: string): boolean {
  if (text.length < MIN_CHARS && !/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Hangul}\p{sc=Thai}]{15}/u.test(text)) return false;
  const start = text.slice(0, 1_000).replace(/<[^<>]*>/g, ' ');
  if (/^\s*[[{]|^\s*(?:https?|data):|[;{}]\s*\n/.test(start)) return false;
  const letters = start.match(/[\p{L}\p{M}\s.,]/gu)?.length ?? 0;
  const longest = Math.max(0, ...start.split(/\s+/).map(({ length }) => length));
  return letters >= start.length * 0.8 && (longest < 60 || /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Thai}]/u.test(start));
}

/** A text as HTML if it is, with a paragraph for each of its own if not. */
function asHtml(text: string): string {
  if (/<(?:p|br|div|h\d|ul|ol)\b[^<>]*>/i.test(text)) return text;
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  return paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('');
}
